import type { Annotation } from './annotation.ts';
import { arrange } from './arrange.ts';
import { makeComposer } from './composer.ts';
import { button, h } from './dom.ts';
import type { Member } from './member.ts';
import { fullTime, timeAgo } from './times.ts';
import { failureLines } from './words/failure-words.ts';
import { fill, type Words } from './words/words.ts';

/** What is shown of one annotation, brought up to date in place so that a half-written reply stays. */
export interface Thread {
  readonly nodes: readonly Node[];
  update(annotation: Annotation): void;
}

/** What a thread needs. */
export interface ThreadOptions {
  readonly words: Words;
  readonly language: string;
  /** Null for those who may only read. */
  readonly member: Member | null;
  /** A change was stored. */
  onChanged(stored: unknown): void;
}

/** What was written about one place: status, comment, replies; for members also a reply form and the other status. */
export function makeThread(first: Annotation, { words, language, member, onChanged }: ThreadOptions): Thread {
  let annotation = first;
  const status = h('p', {});
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
  const actions = member ? makeActions(member, words, () => annotation, onChanged) : null;
  const update = (next: Annotation) => {
    annotation = next;
    const { content, author, createdAt, replies, commentCount } = next;
    const hidden = commentCount - replies.length;
    status.className = `status ${next.status}`;
    status.textContent = words[next.status];
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
    actions?.update();
  };
  update(first);
  return { nodes: [status, entries, ...(actions ? [actions.form] : [])], update };
}

function makeActions(member: Member, words: Words, current: () => Annotation, onChanged: (stored: unknown) => void) {
  const { field, problem, send, explain } = makeComposer(words.replyAsk, words.replyAsk, words.reply);
  const act = async (work: () => Promise<unknown>) => {
    explain([]);
    send.disabled = other.disabled = true;
    try {
      onChanged(await work());
      return true;
    } catch (error) {
      explain(failureLines(error, words, true));
      return false;
    } finally {
      send.disabled = other.disabled = false;
    }
  };
  const other = button('quiet', () => {
    const { id, status } = current();
    act(() => member.setStatus(id, status === 'resolved' ? 'open' : 'resolved'));
  }, []);
  const form = h(
    'form',
    { novalidate: '', class: 'reply' },
    field,
    problem,
    h('div', { class: 'actions' }, other, send),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const content = field.value.trim();
    if (!content || send.disabled) return field.focus();
    if (await act(() => member.reply(current().id, content))) field.value = '';
  });
  return {
    form,
    update() {
      other.textContent = current().status === 'resolved' ? words.reopen : words.resolve;
    },
  };
}
