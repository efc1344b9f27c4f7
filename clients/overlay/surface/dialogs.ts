import type { Point } from '../feed/annotation.ts';
import type { Emit, Panel } from '../page-api/events.ts';
import { button, h, icon } from './dom.ts';
import { onEveryKey } from './every-key.ts';
import type { Surface } from './surface.ts';

/** A cross, for {@link icon}. */
export const CLOSE = 'M4 4l8 8M12 4l-8 8';

/** A small window beside a point. */
export interface Dialog {
  readonly panel: Panel;
  /** What a screen reader calls it; also its visible title. */
  readonly title: string;
  readonly content: readonly Node[];
  /** Where the window belongs, in window coordinates, asked again after each scroll. */
  anchor(): Point;
  /** What gets the focus; the close button by default. */
  readonly focus?: HTMLElement;
  /** What gets the focus back. */
  back(): HTMLElement | null;
  onClose?(): void;
}

/** At most one dialog is open: opening one closes the other. */
export interface Dialogs {
  readonly isOpen: boolean;
  /** Something that is not sent yet is written in the open one. */
  readonly hasText: boolean;
  open(dialog: Dialog): void;
  close(): void;
  /** Puts the open dialog beside its anchor again. Reads its size once. */
  place(): void;
}

/** The strip of what is seen of the window that dialogs may stand in, in pixels from the window's left. */
export type Room = (view: View) => { readonly from: number; readonly to: number };

/** A part of the window, in pixels. */
export interface View {
  readonly offsetLeft: number;
  readonly offsetTop: number;
  readonly width: number;
  readonly height: number;
}

/** Esc closes the open dialog, wherever the focus is. */
export function makeDialogs(
  { root, focused }: Surface,
  { closeWord, room, dock, emit }: { closeWord: string; room: Room; dock: Element; emit: Emit },
  signal: AbortSignal,
): Dialogs {
  let shown: { dialog: Dialog; element: HTMLElement } | null = null;
  const sizes = new ResizeObserver(() => place());
  signal.addEventListener('abort', () => sizes.disconnect());

  const close = () => {
    if (!shown) return;
    const { dialog, element } = shown;
    shown = null;
    const hadFocus = element.contains(focused());
    sizes.unobserve(element);
    element.remove();
    dialog.onClose?.();
    emit('close', { panel: dialog.panel });
    if (hadFocus) dialog.back()?.focus({ preventScroll: true });
  };
  const place = () => {
    if (!shown) return;
    const { style, classList } = shown.element;
    const view = shownView();
    style.maxWidth = `${view.width - 2 * MARGIN}px`;
    style.maxHeight = `min(${TALLEST}px, ${view.height - 2 * MARGIN}px)`;
    classList.toggle('low', view.height < LOW);
    const { offsetWidth: width, offsetHeight: height } = shown.element;
    const { x, y } = shown.dialog.anchor();
    const { from, to } = room(view);
    const across =
      root.dir === 'rtl' ? from + to - beside(from + to - x, width, from, to) - width : beside(x, width, from, to);
    const floor = Math.min(floorUnder(across, width, dock), view.offsetTop + view.height);
    style.transform = `translate(${across}px, ${level(y, height, view.offsetTop, floor)}px)`;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  onEveryKey(root, onKey, signal);
  for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, place, { signal });

  return {
    get isOpen() {
      return shown !== null;
    },
    get hasText() {
      return Boolean(shown?.element.querySelector('textarea')?.value.trim());
    },
    open(dialog) {
      close();
      const closer = button('close', close, [icon(CLOSE)], closeWord);
      const head = h('div', { class: 'head' }, h('h2', { dir: 'auto' }, dialog.title), closer);
      const attributes = { class: 'dialog', role: 'dialog', 'aria-label': dialog.title };
      const element = h('div', attributes, head, ...dialog.content);
      shown = { dialog, element };
      root.append(element);
      sizes.observe(element);
      place();
      (dialog.focus ?? closer).focus({ preventScroll: true });
      emit('open', { panel: dialog.panel });
    },
    close,
    place,
  };
}

const GAP = 16;
const MARGIN = 8;
const TALLEST = 560;
/** In less height, in pixels, nothing stays in sight beside the field that is written in. */
const LOW = 260;

/** What is seen of the window: an on-screen keyboard covers the rest, zooming by pinching or a page that is too wide leaves it outside. */
function shownView(): View {
  return window.visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
}

/** Along one axis: after the point, else before it, and in the room in any case. */
function beside(point: number, size: number, from: number, to: number): number {
  const after = point + GAP;
  const start = after + size + MARGIN <= to ? after : point - GAP - size;
  return Math.round(Math.max(from + MARGIN, Math.min(start, to - size - MARGIN)));
}

/** A dialog stands above the buttons; beside them it may reach the bottom of the window. */
function floorUnder(left: number, width: number, dock: Element): number {
  const box = dock.getBoundingClientRect();
  return box.width && left < box.right && left + width > box.left ? box.top : innerHeight;
}

/** Along the other axis: at the point, or as far up as it takes to be in the window. */
function level(point: number, size: number, from: number, to: number): number {
  return Math.round(Math.max(from + MARGIN, Math.min(point, to - size - MARGIN)));
}
