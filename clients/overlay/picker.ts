import { rectOf } from '../shared/frames.ts';
import { anchorArea } from './area.ts';
import { captionOf } from './captions.ts';
import { h } from './dom.ts';
import { areaOn, stepArea } from './keyed-area.ts';
import type { Outline } from './outline.ts';
import { elementAt, STEPS } from './page-elements.ts';
import type { Picked } from './place.ts';
import type { Surface } from './surface.ts';
import { perFrame } from './timing.ts';

/** What the visitor reads while choosing. */
export interface PickerWords {
  readonly hint: string;
  readonly keys: string;
}

/** A pointer that moved less than this, in pixels each way, clicked. */
const DRAG_FROM = 8;

/**
 * Lets the visitor choose: an element by a click, an area by dragging; or by keys: an element by the arrows (out, in, previous,
 * next) and Enter, an area by Space, which begins one on the element, the arrows, which move it, and Shift with them, which
 * size it. A transparent sheet takes the pointer's events, so nothing on the page reacts.
 *
 * @returns null when the visitor pressed Esc or the signal ended it.
 */
export function pick(surface: Surface, outline: Outline, words: PickerWords, signal: AbortSignal) {
  return new Promise<Picked | null>((resolve) => {
    const done = new AbortController();
    const keys = h('span', { class: 'keys' }, words.keys);
    const sheet = h('div', { class: 'sheet' });
    const hint = h('div', { class: 'hint', role: 'status' }, h('b', {}, words.hint), keys);
    let current: Element | null = null;
    let pointer: { x: number; y: number } | null = null;
    let start: { x: number; y: number } | null = null;
    let dragged: DOMRect | null = null;
    /** An area that keys move. */
    let keyed: DOMRect | null = null;

    const show = (element: Element | null) => {
      current = element;
      outline.around(element, element ? captionOf(element) : '');
    };
    const finish = (picked: Picked | null) => {
      done.abort();
      sheet.remove();
      hint.remove();
      outline.around(null);
      resolve(picked);
    };
    const under = (x: number, y: number) => elementAt(surface.host, x, y);
    const finishArea = (box: DOMRect) => {
      const { element, area } = anchorArea(box, under);
      finish({ element, x: box.left, y: box.top, area });
    };
    const showArea = (box: DOMRect | null) => {
      keyed = box;
      if (!box) return show(current);
      outline.over(box);
      surface.say(
        `${Math.round(box.width)} × ${Math.round(box.height)}, ${Math.round(box.left)}, ${Math.round(box.top)}`,
      );
    };
    const reveal = (element: Element) => {
      element.scrollIntoView({ block: 'nearest' });
      show(element);
      surface.say(captionOf(element));
    };
    const look = perFrame(() => {
      if (!pointer) return;
      if (start) dragged = boxBetween(start, pointer);
      if (dragged) outline.over(dragged);
      else show(under(pointer.x, pointer.y));
    }, done.signal);

    sheet.addEventListener('pointermove', ({ clientX, clientY }) => {
      pointer = { x: clientX, y: clientY };
      keyed = null;
      look();
    });
    sheet.addEventListener('pointerdown', (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      sheet.setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY };
    });
    sheet.addEventListener('pointerup', ({ clientX: x, clientY: y, pointerType }) => {
      dragged = start && boxBetween(start, { x, y });
      start = null;
      // After a mouse was dragged a click follows, which the page must not get; after a finger none does.
      if (dragged && pointerType !== 'mouse') finishArea(dragged);
    });
    sheet.addEventListener('pointercancel', () => {
      start = dragged = null;
    });
    sheet.addEventListener('click', ({ clientX: x, clientY: y }) => {
      if (dragged) finishArea(dragged);
      else finish({ element: under(x, y), x, y, area: null });
    });
    const onKey = (event: KeyboardEvent) => {
      const next = keyed ? null : STEPS[event.key]?.(current ?? document.body);
      const moved = keyed && stepArea(keyed, event);
      if (event.key === 'Escape') finish(null);
      else if (event.key === 'Enter' && keyed) finishArea(keyed);
      else if (event.key === 'Enter' && current) finish(centre(current));
      else if (event.key === ' ') showArea(keyed ? null : areaOn(current ?? document.body));
      else if (moved) showArea(moved);
      else if (next) reveal(next);
      else return;
      pointer = start = dragged = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal: done.signal });
    window.addEventListener('scroll', look, { capture: true, passive: true, signal: done.signal });
    signal.addEventListener('abort', () => finish(null), { signal: done.signal });
    surface.root.append(sheet, hint);
  });
}

function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): DOMRect | null {
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return width < DRAG_FROM && height < DRAG_FROM
    ? null
    : new DOMRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(width, 1), Math.max(height, 1));
}

function centre(element: Element): Picked {
  const { left, top, width, height } = rectOf(element);
  return { element, x: left + width / 2, y: top + height / 2, area: null };
}
