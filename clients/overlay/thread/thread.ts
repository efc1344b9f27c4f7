import type { VisitorThreads } from '../contracts.ts';
import { reconcileChildren } from '../drawer/sections.ts';
import { timeOf } from '../drawer/time-of.ts';
import type { Annotation } from '../feed/annotation.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import type { DraftStore } from '../outbox/draft-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { button, h } from '../shadow-host/elements.ts';
import { ownTextActions } from './own-text.ts';
import { createReplyForm, type ReplyForm } from './reply-form.ts';

/** The comment and replies of one annotation. Updates keep a reply that is being written. */
export interface Thread {
  readonly node: HTMLElement;
  update(annotation: Annotation): void;
  /** Scrolls to the newest reply. */
  showNewest(): void;
  close(): void;
}

export interface ThreadOptions {
  readonly messages: Messages;
  readonly language: string;
  readonly visitor: VisitorThreads;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
  /** Called when a change was stored. */
  onChanged(): void;
  /** Called when the visitor's change of a text failed. */
  onFailed(error: unknown): void;
  /** Called when a member wants to answer. */
  openPanel(): void;
}

/**
 * Creates a thread: status, comment and replies; a form for visitors who may reply, and the way
 * to the panel for everyone except the author of the comment.
 */
export function createThread(first: Annotation, options: ThreadOptions): Thread {
  const { messages, language, visitor, onChanged, onFailed, openPanel } = options;
  const status = h('p', { role: 'status' });
  const entries = h('div', { class: 'thread', tabindex: '0', role: 'group', 'aria-label': messages.drawer });
  /** Files of the visitor's own thread. */
  let files: readonly ThreadFile[] = [];
  const entry = (replyId: string | null, content: string, author: string, createdAt: string, actions: HTMLElement[]) =>
    h(
      'article',
      {},
      h('p', { class: 'by' }, h('b', { dir: 'auto' }, author || messages.visitor), ' ', timeOf(createdAt, language)),
      h('p', { class: 'text', dir: 'auto' }, content),
      // The link shows the picture's name where the policy of the page forbids the picture.
      ...files
        .filter(({ commentId }) => commentId === replyId)
        .map(({ name, url, contentType }) =>
          h(
            'a',
            { class: 'link', target: '_blank', href: url },
            /^im/.test(contentType) ? h('img', { alt: name, src: url }) : name,
          ),
        ),
      ...actions,
    );
  /** Lets the visitor change their text, and delete the comment that has no reply. */
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
  const showNewest = () => {
    if (shown.replies[0]) entries.scrollTop = entries.scrollHeight;
  };
  let reply: ReplyForm | null = null;
  let shown = first;
  const id = encodeURIComponent(first.id);
  const update = (next: Annotation) => {
    shown = next;
    const { content, author, createdAt, replies, commentCount } = next;
    const hidden = commentCount - replies.length;
    status.className = `status ${next.status}`;
    // An unchanged status must not be announced again.
    if (status.textContent !== messages[next.status]) status.textContent = messages[next.status];
    const isOwn = visitor.isOwn(first.id);
    const items = [
      entry(
        null,
        content,
        author,
        createdAt,
        isOwn ? actionsFor(`public/${id}`, content, createdAt, !commentCount) : [],
      ),
      ...replies.map((reply) => {
        const path = `${id}/comments/${encodeURIComponent(reply.id)}`;
        const actions = isOwn && reply.byVisitor ? actionsFor(path, reply.content, reply.createdAt, false) : [];
        return entry(reply.id, reply.content, reply.author, reply.createdAt, actions);
      }),
      ...(hidden > 0 ? [h('p', { class: 'note' }, formatMessage(messages.more, { n: hidden }))] : []),
    ];
    // Unchanged entries keep their element, and with it a text selection; so do those that are
    // being edited or deleted.
    const before = [...entries.children];
    const focused = before.findIndex((entry) => entry.matches(':focus-within'));
    reconcileChildren(
      entries,
      items.map((made, i) =>
        before[i]?.isEqualNode(made) || before[i]?.querySelector('form,[name]') ? before[i] : made,
      ),
    );
    if (items.length > before.length) showNewest();
    // The focus moves to the button of the element that replaces a changed entry.
    if (!before[focused]?.isConnected) entries.children[focused]?.querySelector('button')?.focus();
    if (!reply && (isOwn || next.canReply)) {
      reply = createReplyForm(first.id, isOwn, options);
      if (isOwn) toPanel.replaceWith(reply.form);
      else toPanel.before(reply.form);
    }
  };
  const toPanel = button('link team', openPanel, [messages.team]);
  const node = h('div', { class: 'whole' }, status, entries, toPanel);
  update(first);
  if (visitor.isOwn(first.id)) {
    visitor.send(first.id, `/annotations/${id}/attachments`, 'GET').then((list) => {
      files = list as readonly ThreadFile[];
      update(shown);
    }, onFailed);
  }
  return { node, update, showNewest, close: () => reply?.close() };
}

/** A file of a thread, as the service sends it. */
interface ThreadFile {
  /** Null for a file of the comment itself. */
  readonly commentId: string | null;
  readonly name: string;
  readonly url: string;
  readonly contentType: string;
}
