import { textOf } from '../shared/text.ts';
import { h } from './dom.ts';
import type { Outline } from './outline.ts';
import type { Surface } from './surface.ts';
import { perFrame } from './timing.ts';

/** The element that was chosen and where in the window it was clicked. */
export interface Picked {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
}

/**
 * Lets the visitor choose an element: by pointer, or by arrow keys (out, in, previous, next) and Enter. A transparent
 * sheet takes the pointer's events, so nothing on the page reacts to the click.
 *
 * @returns null when the visitor pressed Esc or the signal ended it.
 */
export function pick(surface: Surface, outline: Outline, signal: AbortSignal): Promise<Picked | null> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const sheet = h('div', { class: 'sheet' });
    const hint = h('div', { class: 'hint', role: 'status' }, 'Click what you want to comment on ', h('kbd', {}, 'Esc'));
    let current: Element | null = null;
    let pointer: { x: number; y: number } | null = null;

    const show = (element: Element | null) => {
      current = element;
      outline.around(element, element ? caption(element) : '');
    };
    const finish = (picked: Picked | null) => {
      done.abort();
      sheet.remove();
      hint.remove();
      outline.around(null);
      resolve(picked);
    };
    const look = perFrame(() => pointer && show(elementAt(surface, pointer.x, pointer.y)), done.signal);

    sheet.addEventListener('pointermove', ({ clientX, clientY }) => {
      pointer = { x: clientX, y: clientY };
      look();
    });
    sheet.addEventListener('click', ({ clientX: x, clientY: y }) => {
      finish({ element: elementAt(surface, x, y), x, y });
    });
    const onKey = (event: KeyboardEvent) => {
      const next = STEPS[event.key]?.(current ?? document.body);
      if (event.key === 'Escape') finish(null);
      else if (event.key === 'Enter' && current) finish(centre(current));
      else if (next) reveal(next, show);
      else return;
      pointer = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal: done.signal });
    window.addEventListener('scroll', look, { capture: true, passive: true, signal: done.signal });
    signal.addEventListener('abort', () => finish(null), { signal: done.signal });
    surface.root.append(sheet, hint);
  });
}

/** The beginning of the element's text, for a title. */
export function excerptOf(element: Element): string {
  const text = textOf(element);
  return text.length > 36 ? `${text.slice(0, 35).trimEnd()}…` : text;
}

const STEPS: Record<string, (from: Element) => Element | null> = {
  ArrowUp: (from) => (from === document.body ? null : from.parentElement),
  ArrowDown: (from) => visible(from.firstElementChild, (element) => element.nextElementSibling),
  ArrowLeft: (from) => visible(from.previousElementSibling, (element) => element.previousElementSibling),
  ArrowRight: (from) =>
    from === document.body ? null : visible(from.nextElementSibling, (element) => element.nextElementSibling),
};

/** The first of a row of siblings that takes up room. */
function visible(first: Element | null, next: (element: Element) => Element | null): Element | null {
  for (let element = first; element; element = next(element)) {
    if (element.getClientRects().length > 0) return element;
  }
  return null;
}

function elementAt({ host }: Surface, x: number, y: number): Element {
  return document.elementsFromPoint(x, y).find((element) => element !== host) ?? document.documentElement;
}

function centre(element: Element): Picked {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, x: left + width / 2, y: top + height / 2 };
}

function reveal(element: Element, show: (element: Element) => void): void {
  element.scrollIntoView({ block: 'nearest' });
  show(element);
}

function caption(element: Element): string {
  const text = excerptOf(element);
  return text ? `${element.localName} · ${text}` : element.localName;
}
