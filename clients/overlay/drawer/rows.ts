import type { Messages } from '../i18n/messages.ts';
import type { PendingComment } from '../outbox/outbox.ts';
import type { Pin } from '../pins/pins.ts';
import { stateOf } from '../pins/state.ts';
import { button, h } from '../shadow-host/elements.ts';
import { timeOf } from './time-of.ts';

/** Creates a list of comment buttons. */
export function rowList(rows: readonly HTMLElement[]): HTMLElement {
  return h('ul', { class: 'rows' }, ...rows.map((row) => h('li', {}, row)));
}

/**
 * Creates the button of a comment: number, excerpt, author, time, status, and a note when its
 * element is hidden.
 */
export function annotationRow(pin: Pin, messages: Messages, language: string, open: () => void): HTMLButtonElement {
  const { number, content, status, author, createdAt } = pin.annotation;
  const time = timeOf(createdAt, language);
  const details = [
    pin.hasNews && messages.answered,
    author || messages.visitor,
    time.textContent,
    messages[status],
    stateOf(pin) === 'hidden' && messages.unseen,
  ];
  const made = row(String(number), status, content, details.filter(Boolean).join(' · '), open);
  made.title = time.title;
  return made;
}

/** Creates the button of a comment that is not stored: it waits for a retry, or was rejected. */
export function pendingRow(
  { body, isRejected }: PendingComment,
  messages: Messages,
  open: () => void,
): HTMLButtonElement {
  return row(
    isRejected ? '!' : '…',
    'waiting',
    body.content,
    isRejected ? messages.refusedRow : messages.waitingRow,
    open,
  );
}

function row(symbol: string, state: string, content: string, details: string, open: () => void): HTMLButtonElement {
  const text = h('span', { class: 'excerpt', dir: 'auto' }, content.slice(0, 200));
  return button('row', open, [
    h('span', { class: `number ${state}` }, symbol),
    h('span', { class: 'said' }, text, h('span', { class: 'about' }, details)),
  ]);
}
