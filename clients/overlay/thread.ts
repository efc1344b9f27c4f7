import type { Annotation } from './annotation.ts';
import { button, h } from './dom.ts';
import type { Pin } from './pins.ts';
import { STATUS_WORDS } from './status-words.ts';
import { ago } from './timing.ts';

/** What was written about one place: the comment, who and when, the status, and the replies. */
export function threadContent(annotation: Annotation, note = ''): Node[] {
  const { content, author, createdAt, replies, commentCount, status } = annotation;
  const hidden = commentCount - replies.length;
  return [
    h('p', { class: `status ${status}` }, STATUS_WORDS[status]),
    ...(note ? [h('p', { class: 'note' }, note)] : []),
    h(
      'div',
      { class: 'thread' },
      entry(content, author, createdAt),
      ...replies.map((reply) => entry(reply.content, reply.author, reply.createdAt)),
      ...(hidden > 0 ? [h('p', { class: 'note' }, hidden === 1 ? '1 more reply' : `${hidden} more replies`)] : []),
    ),
  ];
}

/** Comments that have no place on the page, each a button. */
export function missingContent(pins: readonly Pin[], open: (pin: Pin) => void): Node[] {
  const rows = pins.map((pin) => {
    const { annotation } = pin;
    const number = h('span', { class: 'number' }, String(annotation.number));
    const text = h('span', { class: 'excerpt', dir: 'auto' }, annotation.content.slice(0, 200));
    return h(
      'li',
      {},
      button('row', () => open(pin), [number, text]),
    );
  });
  return [h('ul', { class: 'thread' }, ...rows)];
}

function entry(content: string, author: string, createdAt: string): HTMLElement {
  const time = h('time', { datetime: createdAt, title: fullTime(createdAt) }, ago(createdAt));
  return h(
    'article',
    {},
    h('p', { class: 'by' }, h('b', { dir: 'auto' }, author || 'Visitor'), ' ', time),
    h('p', { class: 'text', dir: 'auto' }, content),
  );
}

function fullTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleString('en');
}
