import type { Status } from '../feed/annotation.ts';
import { createTextField } from '../form/text-field.ts';
import { errorLines, pendingLines } from '../i18n/error-messages.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Member } from '../member.ts';
import type { DraftStore } from '../outbox/draft-store.ts';
import type { Outbox, PendingComment } from '../outbox/outbox.ts';
import { button, h } from '../shadow-host/elements.ts';

/** Form in a thread with which a member or its visitor replies; members also resolve or reopen. */
export interface ReplyForm {
  readonly form: HTMLFormElement;
  /** Updates the button for the annotation's status. */
  setStatus(status: Status): void;
  /** Stops updating the form. A reply in flight is still sent. */
  close(): void;
}

export interface ReplyFormOptions {
  readonly messages: Messages;
  /** Null for visitors, who only reply, and until the access token is confirmed. */
  member(): Member | null;
  /** Shown below the field; empty for none. */
  readonly note: string;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
  /** Called when a status was stored. */
  onChanged(): void;
}

/**
 * Creates the form. It shows a pending reply, which can be sent again or canceled.
 *
 * @param id id of the annotation.
 */
export function createReplyForm(id: string, options: ReplyFormOptions): ReplyForm {
  const { messages, member, outbox, drafts, onChanged } = options;
  const writer = () => (member() ? 'm' : 'v');
  const { field, problem, send, validate, setBusy, showProblem } = createTextField(
    messages,
    messages.replyAsk,
    messages.replyAsk,
    messages.reply,
  );
  let sent: PendingComment | null = null;
  let status: Status = 'open';
  /** True while a change of the status is in flight. */
  let isChanging = false;

  const watch = (reply: PendingComment | null) => {
    sent = reply;
    cancel.hidden = !reply?.failure;
    setBusy(reply !== null && !reply.failure);
    showProblem(reply?.failure ? pendingLines(reply, messages, writer()) : []);
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
    field.focus({ preventScroll: true });
  }, [messages.cancel]);
  const other = button('quiet', async () => {
    if (isChanging) return;
    isChanging = true;
    watch(sent);
    try {
      await member()?.setStatus(id, status === 'resolved' ? 'open' : 'resolved');
      onChanged();
    } catch (error) {
      showProblem(errorLines(error, messages, writer()));
    }
    isChanging = false;
  }, []);
  const actions = h('div', { class: 'actions' }, other, cancel, send);
  const note = options.note ? [h('p', { class: 'note' }, options.note)] : [];
  const form = h('form', { novalidate: '', class: 'reply' }, field, problem, ...note, actions);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const content = field.readOnly ? '' : validate();
    if (!content) return;
    drafts.save(id, '');
    showProblem([]);
    if (sent?.body.content === content) {
      setBusy(true);
      return sent.retry();
    }
    discard();
    watch(outbox.send({ content }, id));
  });
  field.addEventListener('input', () => drafts.save(id, field.value));
  const unsent = outbox.replyTo(id);
  watch(unsent);
  field.value = drafts.get(id) || unsent?.body.content || '';
  return {
    form,
    setStatus(next) {
      status = next;
      other.hidden = !member();
      other.textContent = next === 'resolved' ? messages.reopen : messages.resolve;
    },
    close() {
      if (sent) sent.watcher = null;
    },
  };
}
