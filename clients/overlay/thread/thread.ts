import type { VisitorThreads } from '../contracts.ts';
import { reconcileChildren } from '../drawer/sections.ts';
import type { Annotation } from '../feed/annotation.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { formatDateTime, relativeTime } from '../i18n/relative-time.ts';
import type { Member } from '../member.ts';
import type { DraftStore } from '../outbox/draft-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { h } from '../shadow-host/elements.ts';
import { ownTextActions } from './own-text.ts';
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
  readonly visitor: VisitorThreads;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
  /** Called when a change was stored. */
  onChanged(): void;
  /** Called when the visitor's change of an own text failed. */
  onFailed(error: unknown): void;
}

/**
 * Creates a thread: status, comment and replies; for members and its visitor also a form to reply,
 * for members also to change the status.
 */
export function createThread(first: Annotation, options: ThreadOptions): Thread {
  const { messages, language, member, visitor, onChanged, onFailed } = options;
  const status = h('p', { role: 'status' });
  const entries = h('div', { class: 'thread', tabindex: '0', role: 'group', 'aria-label': messages.drawer });
  const entry = (content: string, author: string, createdAt: string, actions: HTMLElement[]) =>
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
      ...actions,
    );
  /** Lets the visitor change an own text, and delete the comment that has no reply. */
  const actionsFor = (path: string, content: string, createdAt: string, canDelete: boolean) => {
    const send = async (method: string, body?: object) => {
      try {
        await visitor.send(first.id, `/annotations/${path}`, method, body);
        onChanged();
        return true;
      } catch (error) {
        onFailed(error);
        return false;
      }
    };
    return ownTextActions({
      messages,
      content,
      createdAt,
      save: (changed) => send('PATCH', { content: changed }),
      remove: canDelete ? () => send('DELETE') : null,
    });
  };
  let reply: ReplyForm | null = null;
  const update = (next: Annotation) => {
    const { content, author, createdAt, replies, commentCount } = next;
    const hidden = commentCount - replies.length;
    status.className = `status ${next.status}`;
    // An unchanged status must not be announced again.
    if (status.textContent !== messages[next.status]) status.textContent = messages[next.status];
    const id = encodeURIComponent(first.id);
    const isOwn = !member() && visitor.isOwn(first.id);
    const items = [
      entry(content, author, createdAt, isOwn ? actionsFor(`public/${id}`, content, createdAt, !commentCount) : []),
      ...replies.map((reply) => {
        const path = `${id}/comments/${encodeURIComponent(reply.id)}`;
        const actions = isOwn && reply.byVisitor ? actionsFor(path, reply.content, reply.createdAt, false) : [];
        return entry(reply.content, reply.author, reply.createdAt, actions);
      }),
      ...(hidden > 0 ? [h('p', { class: 'note' }, formatMessage(messages.more, { n: hidden }))] : []),
    ];
    // Unchanged entries keep their element, and with it a text selection.
    const before = Array.from(entries.children);
    reconcileChildren(
      entries,
      items.map((made, i) => (before[i]?.isEqualNode(made) || before[i]?.querySelector('form') ? before[i] : made)),
    );
    if (!reply && (member() || isOwn)) {
      reply = createReplyForm(first.id, {
        ...options,
        note: isOwn && !visitor.canStore() ? messages.unstored : '',
      });
      entries.after(reply.form);
    }
    reply?.setStatus(next.status);
  };
  const node = h('div', { class: 'whole' }, status, entries);
  update(first);
  return { node, update, close: () => reply?.close() };
}
