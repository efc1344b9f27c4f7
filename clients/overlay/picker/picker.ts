import { rectOf } from '../../shared/page/frames.ts';
import { captionOf } from '../page/captions.ts';
import { ARROW_KEY_STEPS, elementAt } from '../page/hit-test.ts';
import { oncePerFrame } from '../page/scheduling.ts';
import { keyDelta, scrollNearest, wheelDelta } from '../page/scrolling.ts';
import { listenToKeys } from '../shadow-host/dialogs.ts';
import { h, listen } from '../shadow-host/elements.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { ShadowHost } from '../shadow-host/shadow-host.ts';
import type { PickedTarget } from './anchor.ts';
import { anchorArea } from './area-anchor.ts';
import { initialArea, moveOrResizeArea } from './keyboard-area.ts';

/** Messages of the picker. */
export interface PickerMessages {
  readonly hint: string;
  readonly keys: string;
}

/** A pointer that moves less than this, in both directions, clicks, pixels. */
const DRAG_THRESHOLD = 8;
/** A touch held this long draws; a shorter one scrolls, ms. */
const HOLD_MS = 400;
/**
 * The hint moves to the other edge of the window when the target is closer to it than this, pixels.
 */
const HINT_CLEARANCE = 130;

/**
 * Lets the visitor pick an element or an area. A click picks an element; dragging, after a long
 * press on touch screens, draws an area. Arrow keys move to the parent, first child and siblings,
 * and Enter picks. Space starts an area on the element; arrow keys move it, with Shift they resize
 * it. A transparent sheet receives all pointer events, so the page does not react; it forwards
 * scrolling.
 *
 * @returns null if the visitor pressed Esc or the signal aborted
 */
export function pickTarget(shadowHost: ShadowHost, outline: Outline, messages: PickerMessages, signal: AbortSignal) {
  return new Promise<PickedTarget | null>((resolve) => {
    const lifetime = new AbortController();
    const keys = h('span', { class: 'keys' }, messages.keys);
    // Screen readers pass keys through to a focused application.
    const name = `${messages.hint}. ${messages.keys}`;
    const sheet = h('div', { class: 'sheet', role: 'application', tabindex: '-1', 'aria-label': name });
    const hint = h('div', { class: 'hint' }, h('b', {}, messages.hint), keys);
    let current: Element | null = null;
    let pointer: { x: number; y: number } | null = null;
    let start: { x: number; y: number } | null = null;
    let draggedArea: DOMRect | null = null;
    /** True while pointer moves draw an area. */
    let isDrawing = false;
    let isScrolling = false;
    /** Last position of a touch that scrolls. */
    let lastTouch: { x: number; y: number } | null = null;
    let holdTimer = 0;
    /** Area that is moved by keys. */
    let keyboardArea: DOMRect | null = null;

    const show = (element: Element | null) => {
      current = element;
      outline.showElement(element, element ? captionOf(element) : '');
    };
    const finish = (picked: PickedTarget | null) => {
      lifetime.abort();
      clearTimeout(holdTimer);
      sheet.remove();
      hint.remove();
      outline.showElement(null);
      resolve(picked);
    };
    const elementUnder = (x: number, y: number) => elementAt(shadowHost.host, x, y);
    const finishArea = (box: DOMRect) => {
      const { element, area } = anchorArea(box, elementUnder);
      finish({ element, x: box.left, y: box.top, area });
    };
    const showArea = (box: DOMRect | null) => {
      keyboardArea = box;
      if (!box) return show(current);
      outline.showBox(box);
      const [width, height, left, top] = [box.width, box.height, box.left, box.top].map(Math.round);
      shadowHost.announce(`${width} × ${height}, ${left}, ${top}`);
    };
    /** Moves the hint away from this vertical position of the window. */
    const keepHintClear = (y: number) => {
      const isBelow = hint.classList.contains('below');
      hint.classList.toggle('below', isBelow ? y < innerHeight - HINT_CLEARANCE : y < HINT_CLEARANCE);
    };
    const reveal = (element: Element) => {
      element.scrollIntoView({ block: 'nearest' });
      keepHintClear(rectOf(element).top);
      show(element);
      shadowHost.announce(captionOf(element));
    };
    const update = oncePerFrame(() => {
      if (!pointer) return;
      keepHintClear(pointer.y);
      if (start && isDrawing) draggedArea = boxBetween(start, pointer);
      if (draggedArea) outline.showBox(draggedArea);
      else show(elementUnder(pointer.x, pointer.y));
    }, lifetime.signal);

    const resetPointer = () => {
      clearTimeout(holdTimer);
      isScrolling = isDrawing = false;
      start = lastTouch = null;
    };
    sheet.onpointermove = ({ clientX: x, clientY: y }) => {
      pointer = { x, y };
      keyboardArea = null;
      if (!start || isDrawing) return update();
      if (!lastTouch && !boxBetween(start, pointer)) return;
      clearTimeout(holdTimer);
      const from = lastTouch ?? start;
      lastTouch = pointer;
      isScrolling = scrollNearest(elementUnder(start.x, start.y), from.x - x, from.y - y);
    };
    sheet.onpointerdown = ({ clientX: x, clientY: y, pointerType, pointerId, isPrimary, button }) => {
      if (!isPrimary || button !== 0) return;
      sheet.setPointerCapture(pointerId);
      resetPointer();
      pointer = start = { x, y };
      isDrawing = pointerType !== 'touch';
      if (isDrawing) return;
      holdTimer = window.setTimeout(() => {
        isDrawing = true;
        outline.showBox(new DOMRect(x - DRAG_THRESHOLD, y - DRAG_THRESHOLD, 2 * DRAG_THRESHOLD, 2 * DRAG_THRESHOLD));
      }, HOLD_MS);
    };
    // Moves that are not prevented scroll the window and end with pointercancel.
    const onTouchMove = (event: TouchEvent) => {
      if ((isDrawing || isScrolling) && event.cancelable) event.preventDefault();
    };
    sheet.addEventListener('touchmove', onTouchMove, { passive: false });
    sheet.oncontextmenu = (event) => {
      if (start) event.preventDefault();
    };
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey;
      if (!isZoom && scrollNearest(elementUnder(event.clientX, event.clientY), ...wheelDelta(event)))
        event.preventDefault();
    };
    sheet.addEventListener('wheel', onWheel, { passive: false });
    sheet.onpointerup = ({ clientX: x, clientY: y, pointerType }) => {
      draggedArea = start && isDrawing ? boxBetween(start, { x, y }) : null;
      resetPointer();
      // A mouse drag ends with a click, which must not reach the page; a touch does not.
      if (draggedArea && pointerType !== 'mouse') finishArea(draggedArea);
    };
    sheet.onpointercancel = () => {
      resetPointer();
      pointer = draggedArea = null;
      show(null);
    };
    sheet.onclick = ({ clientX: x, clientY: y }) => {
      if (draggedArea) finishArea(draggedArea);
      else finish({ element: elementUnder(x, y), x, y, area: null });
    };
    const onKey = (event: KeyboardEvent) => {
      const next = keyboardArea ? null : ARROW_KEY_STEPS[event.key]?.(current ?? document.body);
      const moved = keyboardArea && moveOrResizeArea(keyboardArea, event);
      const down = keyDelta(event.key);
      const elementAtCenter = () => elementUnder(innerWidth / 2, innerHeight / 2);
      if (event.key === 'Escape') finish(null);
      else if (event.key === 'Enter' && keyboardArea) finishArea(keyboardArea);
      else if (event.key === 'Enter' && current) finish(pickCenter(current));
      else if (event.key === ' ') showArea(keyboardArea ? null : initialArea(current ?? document.body));
      else if (moved) showArea(moved);
      else if (next) reveal(next);
      else if (!down || !scrollNearest(current ?? elementAtCenter(), 0, down)) return;
      resetPointer();
      pointer = draggedArea = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    listenToKeys(shadowHost.root, onKey, lifetime.signal);
    listen(lifetime.signal, window, 'scroll', update, true);
    listen(lifetime.signal, signal, 'abort', () => finish(null));
    shadowHost.root.append(sheet, hint);
    sheet.focus();
  });
}

function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): DOMRect | null {
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return width < DRAG_THRESHOLD && height < DRAG_THRESHOLD
    ? null
    : new DOMRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(width, 1), Math.max(height, 1));
}

function pickCenter(element: Element): PickedTarget {
  const { left, top, width, height } = rectOf(element);
  return { element, x: left + width / 2, y: top + height / 2, area: null };
}
