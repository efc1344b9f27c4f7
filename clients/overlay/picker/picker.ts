import { rectOf } from '../../shared/page/frames.ts';
import { captionOf } from '../page/captions.ts';
import { elementAt, STEPS } from '../page/page-elements.ts';
import { perFrame } from '../page/scheduling.ts';
import { keySteps, scrollAround, wheelSteps } from '../page/scrolling.ts';
import { areaOn, stepArea } from '../picking/keyed-area.ts';
import { h } from '../shadow-host/dom.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { Surface } from '../shadow-host/shadow-host.ts';
import { onEveryKey } from '../surface/every-key.ts';
import type { Picked } from './anchor.ts';
import { anchorArea } from './area-anchor.ts';

/** What the visitor reads while choosing. */
export interface PickerWords {
  readonly hint: string;
  readonly keys: string;
}

/** A pointer that moved less than this, in pixels each way, clicked. */
const DRAG_FROM = 8;
/** A finger that rested so long, in milliseconds, draws; before that it scrolls. */
const HOLD_MS = 400;
/** The hint makes room for what is nearer to its edge of the window, in pixels. */
const HINT_ROOM = 130;

/**
 * Lets the visitor choose: an element by a click, an area by dragging, which a finger does after it rested; or by keys: an element
 * by the arrows (out, in, previous, next) and Enter, an area by Space, which begins one on the element, the arrows, which move it,
 * and Shift with them, which size it. A transparent sheet takes the pointer's events, so nothing on the page reacts; it passes on
 * what scrolls.
 *
 * @returns null when the visitor pressed Esc or the signal ended it.
 */
export function pick(surface: Surface, outline: Outline, words: PickerWords, signal: AbortSignal) {
  return new Promise<Picked | null>((resolve) => {
    const done = new AbortController();
    const keys = h('span', { class: 'keys' }, words.keys);
    // Screen readers leave the keys to an application that has the focus.
    const name = `${words.hint}. ${words.keys}`;
    const sheet = h('div', { class: 'sheet', role: 'application', tabindex: '-1', 'aria-label': name });
    const hint = h('div', { class: 'hint' }, h('b', {}, words.hint), keys);
    let current: Element | null = null;
    let pointer: { x: number; y: number } | null = null;
    let start: { x: number; y: number } | null = null;
    let dragged: DOMRect | null = null;
    /** The pointer draws when it moves. */
    let isDrawing = false;
    let isScrolling = false;
    /** Where a finger that scrolls was last. */
    let swiped: { x: number; y: number } | null = null;
    let holding = 0;
    /** An area that keys move. */
    let keyed: DOMRect | null = null;

    const show = (element: Element | null) => {
      current = element;
      outline.around(element, element ? captionOf(element) : '');
    };
    const finish = (picked: Picked | null) => {
      done.abort();
      clearTimeout(holding);
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
      const [width, height, left, top] = [box.width, box.height, box.left, box.top].map(Math.round);
      surface.say(`${width} × ${height}, ${left}, ${top}`);
    };
    /** Keeps the hint away from this height of the window. */
    const avoid = (y: number) => {
      const isBelow = hint.classList.contains('below');
      hint.classList.toggle('below', isBelow ? y < innerHeight - HINT_ROOM : y < HINT_ROOM);
    };
    const reveal = (element: Element) => {
      element.scrollIntoView({ block: 'nearest' });
      avoid(rectOf(element).top);
      show(element);
      surface.say(captionOf(element));
    };
    const look = perFrame(() => {
      if (!pointer) return;
      avoid(pointer.y);
      if (start && isDrawing) dragged = boxBetween(start, pointer);
      if (dragged) outline.over(dragged);
      else show(under(pointer.x, pointer.y));
    }, done.signal);

    const forget = () => {
      clearTimeout(holding);
      isScrolling = isDrawing = false;
      start = swiped = null;
    };
    sheet.addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
      pointer = { x, y };
      keyed = null;
      if (!start || isDrawing) return look();
      if (!swiped && !boxBetween(start, pointer)) return;
      clearTimeout(holding);
      const from = swiped ?? start;
      swiped = pointer;
      isScrolling = scrollAround(under(start.x, start.y), from.x - x, from.y - y);
    });
    sheet.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerType, pointerId, isPrimary, button }) => {
      if (!isPrimary || button !== 0) return;
      sheet.setPointerCapture(pointerId);
      forget();
      pointer = start = { x, y };
      isDrawing = pointerType !== 'touch';
      if (isDrawing) return;
      holding = window.setTimeout(() => {
        isDrawing = true;
        outline.over(new DOMRect(x - DRAG_FROM, y - DRAG_FROM, 2 * DRAG_FROM, 2 * DRAG_FROM));
      }, HOLD_MS);
    });
    // What is not prevented here scrolls the window, and ends with pointercancel.
    const onTouchMove = (event: TouchEvent) => {
      if ((isDrawing || isScrolling) && event.cancelable) event.preventDefault();
    };
    sheet.addEventListener('touchmove', onTouchMove, { passive: false });
    sheet.addEventListener('contextmenu', (event) => {
      if (start) event.preventDefault();
    });
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey;
      if (!isZoom && scrollAround(under(event.clientX, event.clientY), ...wheelSteps(event))) event.preventDefault();
    };
    sheet.addEventListener('wheel', onWheel, { passive: false });
    sheet.addEventListener('pointerup', ({ clientX: x, clientY: y, pointerType }) => {
      dragged = start && isDrawing ? boxBetween(start, { x, y }) : null;
      forget();
      // After a mouse was dragged a click follows, which the page must not get; after a finger none does.
      if (dragged && pointerType !== 'mouse') finishArea(dragged);
    });
    sheet.addEventListener('pointercancel', () => {
      forget();
      pointer = dragged = null;
      show(null);
    });
    sheet.addEventListener('click', ({ clientX: x, clientY: y }) => {
      if (dragged) finishArea(dragged);
      else finish({ element: under(x, y), x, y, area: null });
    });
    const onKey = (event: KeyboardEvent) => {
      const next = keyed ? null : STEPS[event.key]?.(current ?? document.body);
      const moved = keyed && stepArea(keyed, event);
      const down = keySteps(event.key);
      const middle = () => under(innerWidth / 2, innerHeight / 2);
      if (event.key === 'Escape') finish(null);
      else if (event.key === 'Enter' && keyed) finishArea(keyed);
      else if (event.key === 'Enter' && current) finish(centre(current));
      else if (event.key === ' ') showArea(keyed ? null : areaOn(current ?? document.body));
      else if (moved) showArea(moved);
      else if (next) reveal(next);
      else if (!down || !scrollAround(current ?? middle(), 0, down)) return;
      forget();
      pointer = dragged = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    onEveryKey(surface.root, onKey, done.signal);
    window.addEventListener('scroll', look, { capture: true, passive: true, signal: done.signal });
    signal.addEventListener('abort', () => finish(null), { signal: done.signal });
    surface.root.append(sheet, hint);
    sheet.focus({ preventScroll: true });
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
