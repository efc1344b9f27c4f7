import type { Point } from '../page/geometry.ts';
import type { Emit, Panel } from '../public-api/events.ts';
import { button, h, icon, listen } from './elements.ts';
import type { Outline } from './outline.ts';
import type { ShadowHost } from './shadow-host.ts';

/** Path of a cross, for {@link icon}. */
export const CLOSE_ICON = 'M4 4l8 8M12 4l-8 8';

/** Content of a dialog, which opens beside the outlined element or a point. */
export interface Dialog {
  readonly panel: Panel;
  /** Visible title and accessible name. */
  readonly title: string;
  readonly content: readonly Node[];
  /** Returns the point to open beside, in window coordinates; called again after each scroll. */
  anchor(): Point;
  /** Receives the focus; the close button by default. */
  readonly focus?: HTMLElement;
  /** Returns the element to focus on close when the previously focused one is gone. */
  getFallbackFocus(): HTMLElement | null;
  onClose?(): void;
}

/** At most one dialog is open: opening one closes the other. */
export interface Dialogs {
  readonly isOpen: boolean;
  /** True when the open dialog contains text that is not sent. */
  readonly hasText: boolean;
  open(dialog: Dialog): void;
  close(): void;
  /** Repositions the open dialog beside its anchor. Reads its size once. */
  reposition(): void;
}

/** A rectangle of the window, in CSS pixels. */
export interface VisibleViewport {
  readonly offsetLeft: number;
  readonly offsetTop: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the horizontal range that dialogs may cover, in pixels from the window's left edge. */
export type AvailableBounds = (view: VisibleViewport) => { readonly from: number; readonly to: number };

interface DialogsOptions {
  readonly closeLabel: string;
  readonly outline: Outline;
  readonly availableBounds: AvailableBounds;
  readonly dock: Element;
  readonly emit: Emit;
}

/** Creates the dialogs. Escape closes the open one, wherever the focus is. */
export function createDialogs(
  shadowHost: ShadowHost,
  { closeLabel, outline, availableBounds, dock, emit }: DialogsOptions,
  signal: AbortSignal,
): Dialogs {
  const { root, focused } = shadowHost;
  let shown: { dialog: Dialog; element: HTMLElement; restoreFocus: RestoreFocus } | null = null;
  const sizes = new ResizeObserver(() => reposition());
  signal.addEventListener('abort', () => sizes.disconnect());

  const close = () => {
    if (!shown) return;
    const { dialog, element, restoreFocus } = shown;
    shown = null;
    const hadFocus = element.contains(focused());
    sizes.unobserve(element);
    element.remove();
    dialog.onClose?.();
    emit('close', { panel: dialog.panel });
    if (hadFocus) restoreFocus(dialog.getFallbackFocus());
  };
  const reposition = () => {
    if (!shown) return;
    const { style, classList } = shown.element;
    const view = visibleViewport();
    style.maxWidth = `${view.width - 2 * MARGIN}px`;
    style.maxHeight = `min(${MAX_HEIGHT}px, ${view.height - 2 * MARGIN}px)`;
    classList.toggle('low', view.height < COMPACT_HEIGHT);
    const isSheet = view.width < SHEET_MAX_WIDTH;
    classList.toggle('wide', isSheet);
    const { offsetWidth: width, offsetHeight: height } = shown.element;
    const { x, y } = shown.dialog.anchor();
    const { from, to } = availableBounds(view);
    const { left, top, right, bottom } = outline.box ?? new DOMRect(x, y);
    const isRtl = root.dir === 'rtl';
    const mirror = (start: number) => (isRtl ? from + to - start : start);
    const start = beside(mirror(isRtl ? left : right), mirror(x), width, from, to);
    const across = isRtl ? mirror(start) - width : start;
    const ceiling = view.offsetTop;
    const isOver = (begin: number, end: number) => across < end && across + width > begin;
    const buttons = dock.getBoundingClientRect();
    // A dialog stays above the buttons; beside them it may extend to the bottom of the window. A
    // sheet covers them.
    const overButtons = !isSheet && buttons.width && isOver(buttons.left, buttons.right);
    const floor = Math.min(overButtons ? buttons.top : innerHeight, ceiling + view.height);
    let [down, tall] = [y, height];
    if (isOver(left, right)) {
      const below = floor - MARGIN - bottom - GAP;
      const most = Math.max(top - GAP - MARGIN - ceiling, below);
      if (most >= COMPACT_HEIGHT) {
        tall = Math.min(height, most);
        if (tall < height) style.maxHeight = `${tall}px`;
        if (isSheet) down = tall <= below ? floor : ceiling;
        else down = tall <= below ? bottom + GAP : top - GAP - tall;
      } else if (isOver(x, x)) down = 2 * y < ceiling + floor ? floor : ceiling;
    }
    style.transform = `translate(${across}px, ${clampStart(down, tall, ceiling, floor)}px)`;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  listenToKeys(root, onKey, signal);
  if (window.visualViewport) listen(signal, window.visualViewport, 'resize scroll', reposition);

  return {
    get isOpen() {
      return shown !== null;
    },
    get hasText() {
      return Boolean(shown?.element.querySelector('textarea')?.value.trim());
    },
    open(dialog) {
      close();
      const closer = button('close', close, [icon(CLOSE_ICON)], closeLabel);
      const head = h('div', { class: 'head' }, h('h2', { dir: 'auto' }, dialog.title), closer);
      const attributes = { class: 'dialog', role: 'dialog', 'aria-label': dialog.title };
      const element = h('div', attributes, head, ...dialog.content);
      shown = { dialog, element, restoreFocus: saveFocus(shadowHost) };
      root.append(element);
      sizes.observe(element);
      reposition();
      (dialog.focus ?? closer).focus();
      emit('open', { panel: dialog.panel });
    },
    close,
    reposition,
  };
}

/** Focuses the element that had the focus before, or `fallback` when that is gone. */
export type RestoreFocus = (fallback: HTMLElement | null) => void;

/** Remembers the focused element, of the overlay or of the page. */
export function saveFocus({ focused }: ShadowHost): RestoreFocus {
  const current = () => (focused() ?? document.activeElement) as HTMLElement | null;
  const before = current();
  return (fallback) => {
    before?.focus({ preventScroll: true });
    if (current() !== before || before === document.body) fallback?.focus();
  };
}

const GAP = 16;
const MARGIN = 8;
const MAX_HEIGHT = 560;
/**
 * In narrower windows, a dialog is a sheet over the whole width: at the bottom, or at the top if it
 * would cover its element there. CSS pixels.
 */
const SHEET_MAX_WIDTH = 500;
/** Below this height, in pixels, only the text field is visible. */
const COMPACT_HEIGHT = 260;

/**
 * Positions along one axis: after the edge, else after the point, else before it; always within the
 * range.
 */
function beside(edge: number, point: number, size: number, from: number, to: number): number {
  const after = [edge + GAP, point + GAP].find((start) => start + size + MARGIN <= to);
  const start = after ?? point - GAP - size;
  return clampStart(start, size, from, to);
}

/** Moves a start position so that the box fits into the range. */
function clampStart(start: number, size: number, from: number, to: number): number {
  return Math.round(Math.max(from + MARGIN, Math.min(start, to - size - MARGIN)));
}

/**
 * Returns the visible part of the window: an on-screen keyboard covers the rest, and pinch zoom or
 * a page that is too wide moves it outside.
 */
function visibleViewport(): VisibleViewport {
  return window.visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
}

/**
 * Handles every key before the page does, wherever the focus is. Keys pressed in the overlay are
 * visible only inside its root.
 */
export function listenToKeys(root: HTMLElement, handler: (event: KeyboardEvent) => void, signal: AbortSignal): void {
  for (const target of [window, root]) listen(signal, target, 'keydown', handler, true);
}
