import type { Annotation } from '../feed/annotation.ts';
import { fullTime, timeAgo } from '../i18n/relative-time.ts';
import type { Member } from '../member.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { h } from '../shadow-host/dom.ts';
import { arrange } from '../surface/arrange.ts';
import { fill, type Words } from '../words/words.ts';
import { makeReplyForm, type ReplyForm } from './reply-form.ts';

/** What is shown of one annotation, brought up to date in place so that what is being written stays. */
export interface Thread {
  readonly node: HTMLElement;
  update(annotation: Annotation): void;
  /** It is shown no more. */
  close(): void;
}

/** What a thread needs. */
export interface ThreadOptions {
  readonly words: Words;
  readonly language: string;
  /** Null for those who may only read, and until it is known who this is. */
  member(): Member | null;
  readonly outbox: Outbox;
  /** A change was stored. */
  onChanged(): void;
}

/** What was written about one place: status, comment, replies; for members also a reply form and the other status. */
export function makeThread(first: Annotation, options: ThreadOptions): Thread {
  const { words, language, member } = options;
  const status = h('p', { role: 'status' });
  const entries = h('div', { class: 'thread', tabindex: '0', role: 'group', 'aria-label': words.drawer });
  const entry = (content: string, author: string, createdAt: string) =>
    h(
      'article',
      {},
      h(
        'p',
        { class: 'by' },
        h('b', { dir: 'auto' }, author || words.visitor),
        ' ',
        h(
          'time',
          { dir: 'auto', datetime: createdAt, title: fullTime(createdAt, language) },
          timeAgo(createdAt, language, words.now),
        ),
      ),
      h('p', { class: 'text', dir: 'auto' }, content),
    );
  let reply: ReplyForm | null = null;
  const update = (next: Annotation) => {
    const { content, author, createdAt, replies, commentCount } = next;
    const hidden = commentCount - replies.length;
    status.className = `status ${next.status}`;
    // Said again for nothing else.
    if (status.textContent !== words[next.status]) status.textContent = words[next.status];
    const said = [
      entry(content, author, createdAt),
      ...replies.map((reply) => entry(reply.content, reply.author, reply.createdAt)),
      ...(hidden > 0 ? [h('p', { class: 'note' }, fill(words.more, { n: hidden }))] : []),
    ];
    // What reads as before stays, and with it what a person has selected of it.
    const before = Array.from(entries.children);
    arrange(
      entries,
      said.map((made, i) => (before[i]?.isEqualNode(made) ? before[i] : made)),
    );
    const writer = reply ? null : member();
    if (writer) {
      reply = makeReplyForm(first.id, { ...options, member: writer });
      entries.after(reply.form);
    }
    reply?.setStatus(next.status);
  };
  const node = h('div', { class: 'whole' }, status, entries);
  update(first);
  return { node, update, close: () => reply?.close() };
}
