import type { Status } from '../feed/annotation.ts';
import { makeComposer } from '../form/text-field.ts';
import type { Member } from '../member.ts';
import { begunText, keepText } from '../outbox/begun.ts';
import type { Outbox, UnsentComment } from '../outbox/outbox.ts';
import { button, h } from '../shadow-host/dom.ts';
import { failureLines, unsentLines } from '../words/failure-words.ts';
import type { Words } from '../words/words.ts';

/** What members do in a thread: they reply, and say whether it is resolved. */
export interface ReplyForm {
  readonly form: HTMLFormElement;
  /** The annotation's status now. */
  setStatus(status: Status): void;
  /** It is shown no more; what was written waits. */
  close(): void;
}

/** What a reply form needs. */
export interface ReplyFormOptions {
  readonly words: Words;
  readonly member: Member;
  readonly outbox: Outbox;
  /** Another status was stored. */
  onChanged(): void;
}

/** @param id of the annotation. A reply to it that has not arrived is shown, to be sent again or cancelled. */
export function makeReplyForm(id: string, { words, member, outbox, onChanged }: ReplyFormOptions): ReplyForm {
  const { field, problem, send, take, setBusy, explain } = makeComposer(
    words,
    words.replyAsk,
    words.replyAsk,
    words.reply,
  );
  let sent: UnsentComment | null = null;
  let status: Status = 'open';
  /** Another status is under way. */
  let isChanging = false;

  const watch = (reply: UnsentComment | null) => {
    sent = reply;
    cancel.hidden = !reply?.failure;
    setBusy(reply !== null && !reply.failure);
    explain(reply?.failure ? unsentLines(reply, words, true) : []);
    if (!reply) return;
    reply.watcher = {
      onFailed: () => watch(reply),
      onArrived() {
        watch(null);
        if (field.value.trim() === reply.body.content) empty();
      },
    };
  };
  const empty = () => {
    keepText(id, '');
    field.value = '';
  };
  const takeBack = () => {
    if (sent) sent.watcher = null;
    sent?.takeBack();
  };
  const cancel = button('quiet cancel', () => {
    takeBack();
    watch(null);
    empty();
    field.focus({ preventScroll: true });
  }, [words.cancel]);
  const other = button('quiet', async () => {
    if (isChanging) return;
    isChanging = true;
    watch(sent);
    try {
      await member.setStatus(id, status === 'resolved' ? 'open' : 'resolved');
      onChanged();
    } catch (error) {
      explain(failureLines(error, words, true));
    }
    isChanging = false;
  }, []);
  const actions = h('div', { class: 'actions' }, other, cancel, send);
  const form = h('form', { novalidate: '', class: 'reply' }, field, problem, actions);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const content = field.readOnly ? '' : take();
    if (!content) return;
    keepText(id, '');
    explain([]);
    if (sent?.body.content === content) {
      setBusy(true);
      return sent.retry();
    }
    takeBack();
    watch(outbox.send({ content }, id));
  });
  field.addEventListener('input', () => keepText(id, field.value));
  const unsent = outbox.replyTo(id);
  watch(unsent);
  field.value = begunText(id) || unsent?.body.content || '';
  return {
    form,
    setStatus(next) {
      status = next;
      other.textContent = next === 'resolved' ? words.reopen : words.resolve;
    },
    close() {
      if (sent) sent.watcher = null;
    },
  };
}
