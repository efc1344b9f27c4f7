import type { Annotation } from './annotation.ts';
import { button, h } from './dom.ts';
import { timeAgo } from './times.ts';
import type { Words } from './words/words.ts';

/** A list of buttons, each one comment. */
export function rowList(rows: readonly HTMLElement[]): HTMLElement {
  return h('ul', { class: 'rows' }, ...rows.map((row) => h('li', {}, row)));
}

/** One comment as a button: number, beginning of the text, who, when and how far. */
export function annotationRow(
  { number, content, status, author, createdAt }: Annotation,
  words: Words,
  language: string,
  open: () => void,
): HTMLButtonElement {
  const about = [author || words.visitor, timeAgo(createdAt, language, words.now), words[status]];
  return row(String(number), status, content, about.filter(Boolean).join(' · '), open);
}

/** A comment that has not arrived yet. */
export function waitingRow(content: string, words: Words, open: () => void): HTMLButtonElement {
  return row('…', 'waiting', content, words.waitingRow, open);
}

function row(mark: string, state: string, content: string, about: string, open: () => void): HTMLButtonElement {
  const text = h('span', { class: 'excerpt', dir: 'auto' }, content.slice(0, 200));
  return button('row', open, [
    h('span', { class: `number ${state}` }, mark),
    h('span', { class: 'said' }, text, h('span', { class: 'about' }, about)),
  ]);
}
