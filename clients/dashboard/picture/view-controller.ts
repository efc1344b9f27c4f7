import { type Box, fitted, moved, resized, revealed, type Size, type View, zoomed } from './view.ts';

/** Way of the pointer after which a press moves the picture, pixels. */
const THRESHOLD = 4;
/** Zoom of one step by key or button. */
const STEP = 1.25;
/** Zoom per pixel of the wheel. */
const WHEEL = 0.0025;
/** Pause after which a movement has ended, milliseconds. */
const REST = 150;
/** Height of a line where wheels scroll by lines, pixels. */
const LINE = 16;

/** Moves pictures of one size together in panes of one size. */
export interface ViewController {
  /**
   * Follows wheel, pointers and size of the panes below `stage`, which have `data-pane`, and writes
   * the view to variables of `root`: `--scale`, `--x`, `--y`, and `--top` and `--span`, the visible
   * part of the height. While the view moves, `root` has `data-moving`: layers are then moved as
   * they are drawn, and drawn sharply at the end, so that pictures of any height follow. Lines use
   * `--line-scale`, the scale of the last rest: another width would draw their layer in each frame.
   *
   * @returns ends it
   */
  attach(root: HTMLElement, stage: HTMLElement): () => void;
  view(): View;
  subscribe(listener: () => void): () => void;
  fit(): void;
  /** 100 %: a CSS pixel of the page is one of the screen. */
  actualSize(): void;
  /** @param steps positive ones enlarge */
  zoom(steps: number): void;
  /** Moves by parts of the pane. */
  pan(x: number, y: number): void;
  reveal(box: Box): void;
  /** Shows this part of the height in the middle, 0–1. */
  center(part: number): void;
}

/** @param unit pixels of the screen per pixel of the picture at 100 % */
export function createViewController(picture: Size, unit: number): ViewController {
  const listeners = new Set<() => void>();
  let view: View = { scale: unit, x: 0, y: 0, isFit: true };
  let pane: Size = { width: 1, height: 1 };
  let element: HTMLElement | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    const style = element?.style;
    style?.setProperty('--scale', String(view.scale));
    style?.setProperty('--x', String(view.x));
    style?.setProperty('--y', String(view.y));
    style?.setProperty('--top', String(view.y / picture.height));
    style?.setProperty('--span', String(Math.min(1, pane.height / view.scale / picture.height)));
  };
  const writeLines = () => element?.style.setProperty('--line-scale', String(view.scale));
  const change = (next: View) => {
    view = next;
    element?.setAttribute('data-moving', '');
    clearTimeout(rest);
    rest = setTimeout(() => {
      element?.removeAttribute('data-moving');
      writeLines();
    }, REST);
    write();
    for (const listener of listeners) listener();
  };
  const zoomTo = (scale: number, point?: { x: number; y: number }) =>
    change(zoomed(view, { picture, pane, unit }, scale, point));
  const pan = (dx: number, dy: number) => change(moved(view, picture, pane, dx, dy));

  return {
    attach(root, stage) {
      element = root;
      const ended = new AbortController();
      const { signal } = ended;
      const observer = new ResizeObserver(([entry]) => {
        const { width, height } = entry?.contentRect ?? pane;
        if (width === 0 || height === 0) return;
        pane = { width, height };
        change(resized(view, picture, pane, unit));
      });
      const measured = stage.querySelector('[data-pane]');
      if (measured) observer.observe(measured);

      const onWheel = (event: WheelEvent) => {
        event.preventDefault();
        const unitOfWheel = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
        // Browsers report pinches on touch pads as a wheel with Ctrl.
        if (event.ctrlKey)
          zoomTo(view.scale * Math.exp(-event.deltaY * unitOfWheel * 4 * WHEEL), pointIn(stage, event));
        else if (event.shiftKey && event.deltaX === 0) pan(event.deltaY * unitOfWheel, 0);
        else pan(event.deltaX * unitOfWheel, event.deltaY * unitOfWheel);
      };
      stage.addEventListener('wheel', onWheel, { passive: false, signal });
      followPointers(stage, signal, {
        onMove: pan,
        onPinch: (factor, at) => zoomTo(view.scale * factor, at),
      });
      write();
      writeLines();
      return () => {
        ended.abort();
        clearTimeout(rest);
        observer.disconnect();
        element = undefined;
      };
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fit: () => change(fitted(view, picture, pane, unit)),
    actualSize: () => zoomTo(unit),
    zoom: (steps) => zoomTo(view.scale * STEP ** steps),
    pan: (x, y) => pan(x * pane.width, y * pane.height),
    reveal: (box) => change(revealed(view, picture, pane, box)),
    center: (part) => pan(0, (part * picture.height - view.y) * view.scale - pane.height / 2),
  };
}

/** Point of the event within the pane at this place, pixels of the screen. */
function pointIn(stage: HTMLElement, { clientX, clientY }: MouseEvent): { x: number; y: number } | undefined {
  for (const pane of stage.querySelectorAll('[data-pane]')) {
    const { left, right, top, bottom } = pane.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (isInside) return { x: clientX - left, y: clientY - top };
  }
  return undefined;
}

interface Gestures {
  /** Receives the way of the picture, pixels of the screen. */
  onMove(dx: number, dy: number): void;
  /** Receives the change of the distance of two pointers, and the point between them. */
  onPinch(factor: number, at: { x: number; y: number } | undefined): void;
}

/** Follows one pointer that drags and two that pinch. Presses on `data-handle` are left out. */
function followPointers(stage: HTMLElement, signal: AbortSignal, { onMove, onPinch }: Gestures): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let isDrag = false;
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-handle]')) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    isDrag = pointers.size > 1;
  };
  const onPointerMove = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (!isDrag && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!isDrag) stage.setPointerCapture(event.pointerId);
    isDrag = true;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!other) return onMove(-dx, -dy);
    const distance = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    onPinch(distance({ x: event.clientX, y: event.clientY }) / distance(last), pointIn(stage, event));
    onMove(-dx / 2, -dy / 2);
  };
  const onUp = (event: PointerEvent) => void pointers.delete(event.pointerId);
  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointermove', onPointerMove, { signal });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    stage.addEventListener(end, onUp, { signal });
  }
}
