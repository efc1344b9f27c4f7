import { reconcileChildren } from '../drawer/sections.ts';
import type { Annotation } from '../feed/annotation.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { formatDateTime, relativeTime } from '../i18n/relative-time.ts';
import type { Member } from '../member.ts';
import type { DraftStore } from '../outbox/draft-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { h } from '../shadow-host/dom.ts';
import { createReplyForm, type ReplyForm } from './reply-form.ts';

/** The comment and replies of one annotation. Updates keep a reply that is being written. */
export interface Thread {
  readonly node: HTMLElement;
  update(annotation: Annotation): void;
  close(): void;
}

export interface ThreadOptions {
  readonly messages: Messages;
  readonly language: string;
  /** Null for visitors and members who may only read, and until the access token is confirmed. */
  member(): Member | null;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
  /** Called when a change was stored. */
  onChanged(): void;
}

/**
 * Creates a thread: status, comment and replies; for members also a form to reply or change the
 * status.
 */
export function createThread(first: Annotation, options: ThreadOptions): Thread {
  const { messages, language, member } = options;
  const status = h('p', { role: 'status' });
  const entries = h('div', { class: 'thread', tabindex: '0', role: 'group', 'aria-label': messages.drawer });
  const entry = (content: string, author: string, createdAt: string) =>
    h(
      'article',
      {},
      h(
        'p',
        { class: 'by' },
        h('b', { dir: 'auto' }, author || messages.visitor),
        ' ',
        h(
          'time',
          { dir: 'auto', datetime: createdAt, title: formatDateTime(createdAt, language) },
          relativeTime(createdAt, language, messages.now),
        ),
      ),
      h('p', { class: 'text', dir: 'auto' }, content),
    );
  let reply: ReplyForm | null = null;
  const update = (next: Annotation) => {
    const { content, author, createdAt, replies, commentCount } = next;
    const hidden = commentCount - replies.length;
    status.className = `status ${next.status}`;
    // An unchanged status must not be announced again.
    if (status.textContent !== messages[next.status]) status.textContent = messages[next.status];
    const items = [
      entry(content, author, createdAt),
      ...replies.map((reply) => entry(reply.content, reply.author, reply.createdAt)),
      ...(hidden > 0 ? [h('p', { class: 'note' }, formatMessage(messages.more, { n: hidden }))] : []),
    ];
    // Unchanged entries keep their element, and with it a text selection.
    const before = Array.from(entries.children);
    reconcileChildren(
      entries,
      items.map((made, i) => (before[i]?.isEqualNode(made) ? before[i] : made)),
    );
    const writer = reply ? null : member();
    if (writer) {
      reply = createReplyForm(first.id, { ...options, member: writer });
      entries.after(reply.form);
    }
    reply?.setStatus(next.status);
  };
  const node = h('div', { class: 'whole' }, status, entries);
  update(first);
  return { node, update, close: () => reply?.close() };
}
