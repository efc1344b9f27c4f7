import type { VisitorThreads } from '../contracts.ts';
import { createTextField } from '../form/text-field.ts';
import type { Messages } from '../i18n/messages.ts';
import type { DraftStore } from '../outbox/draft-store.ts';
import type { Outbox, PendingComment } from '../outbox/outbox.ts';
import { pendingLines } from '../service/error-messages.ts';
import { button, h } from '../shadow-host/elements.ts';

/** Form in a thread with which a visitor replies. */
export interface ReplyForm {
  readonly form: HTMLFormElement;
  /** Stops updating the form. A reply in flight is still sent. */
  close(): void;
}

export interface ReplyFormOptions {
  readonly messages: Messages;
  readonly visitor: Pick<VisitorThreads, 'canStore' | 'profile' | 'saveProfile'>;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
}

/**
 * Creates the form. It shows a pending reply, which can be sent again or canceled.
 *
 * @param id id of the annotation.
 * @param isOwn whether the visitor wrote it; others are asked for a name once.
 */
export function createReplyForm(id: string, isOwn: boolean, options: ReplyFormOptions): ReplyForm {
  const { messages, outbox, drafts, visitor } = options;
  const { field, problem, send, validate, setBusy, showProblem } = createTextField(
    messages,
    messages.replyAsk,
    messages.reply,
  );
  let sent: PendingComment | null = null;

  const watch = (reply: PendingComment | null) => {
    sent = reply;
    cancel.hidden = !reply?.failure;
    setBusy(reply !== null && !reply.failure);
    showProblem(reply?.failure ? pendingLines(reply, messages, 'v') : []);
    if (!reply) return;
    reply.watcher = {
      onFailed: () => watch(reply),
      onDelivered() {
        watch(null);
        if (field.value.trim() === reply.body.content) empty();
      },
    };
  };
  const empty = () => {
    drafts.save(id, '');
    field.value = '';
  };
  const discard = () => {
    if (sent) sent.watcher = null;
    sent?.discard();
  };
  const cancel = button('quiet cancel', () => {
    discard();
    watch(null);
    empty();
    field.focus();
  }, [messages.cancel]);
  const actions = h('div', { class: 'actions' }, cancel, send);
  const profile = visitor.profile();
  const name = h('input', { placeholder: messages.name, 'aria-label': messages.name, maxlength: '120' });
  name.value = profile.name;
  name.hidden = isOwn || profile.name !== '';
  const note = isOwn && !visitor.canStore() ? [h('p', { class: 'note' }, messages.unstored)] : [];
  const form = h('form', { novalidate: '', class: 'reply' }, field, problem, name, ...note, actions);
  send.onclick = () => {
    const content = field.readOnly ? '' : validate();
    if (!content) return;
    drafts.save(id, '');
    showProblem([]);
    if (sent?.body.content === content) {
      setBusy(true);
      return sent.retry();
    }
    discard();
    if (!isOwn) visitor.saveProfile({ ...profile, name: name.value.trim() });
    watch(outbox.send({ content, name: name.value.trim() || undefined }, id));
  };
  field.oninput = () => drafts.save(id, field.value);
  const unsent = outbox.replyTo(id);
  watch(unsent);
  field.value = drafts.get(id) || unsent?.body.content || '';
  return {
    form,
    close() {
      if (sent) sent.watcher = null;
    },
  };
}
