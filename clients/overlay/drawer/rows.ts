import { timeAgo } from '../i18n/relative-time.ts';
import type { UnsentComment } from '../outbox/outbox.ts';
import type { Placeable } from '../pins/placement.ts';
import { isUnseen } from '../pins/unseen.ts';
import { button, h } from '../shadow-host/dom.ts';
import type { Words } from '../words/words.ts';

/** A list of buttons, each one comment. */
export function rowList(rows: readonly HTMLElement[]): HTMLElement {
  return h('ul', { class: 'rows' }, ...rows.map((row) => h('li', {}, row)));
}

/** One comment as a button: number, beginning of the text, who, when and how far, and that its element is not displayed. */
export function annotationRow(pin: Placeable, words: Words, language: string, open: () => void): HTMLButtonElement {
  const { number, content, status, author, createdAt } = pin.annotation;
  const when = timeAgo(createdAt, language, words.now);
  const about = [author || words.visitor, when, words[status], isUnseen(pin) && words.unseen];
  return row(String(number), status, content, about.filter(Boolean).join(' · '), open);
}

/** A comment that has not arrived yet: it is sent again by itself, or was refused. */
export function unsentRow({ body, isRefused }: UnsentComment, words: Words, open: () => void): HTMLButtonElement {
  return row(isRefused ? '!' : '…', 'waiting', body.content, isRefused ? words.refusedRow : words.waitingRow, open);
}

function row(mark: string, state: string, content: string, about: string, open: () => void): HTMLButtonElement {
  const text = h('span', { class: 'excerpt', dir: 'auto' }, content.slice(0, 200));
  return button('row', open, [
    h('span', { class: `number ${state}` }, mark),
    h('span', { class: 'said' }, text, h('span', { class: 'about' }, about)),
  ]);
}
