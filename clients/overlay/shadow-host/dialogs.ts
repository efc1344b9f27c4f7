import type { Point } from '../feed/annotation.ts';
import type { Emit, Panel } from '../public-api/events.ts';
import { onEveryKey } from '../surface/every-key.ts';
import { button, h, icon } from './dom.ts';
import type { Outline } from './outline.ts';
import type { Surface } from './shadow-host.ts';

/** A cross, for {@link icon}. */
export const CLOSE = 'M4 4l8 8M12 4l-8 8';

/** A small window beside what is framed, or beside a point. */
export interface Dialog {
  readonly panel: Panel;
  /** What a screen reader calls it; also its visible title. */
  readonly title: string;
  readonly content: readonly Node[];
  /** What the window is about, in window coordinates, asked again after each scroll. */
  anchor(): Point;
  /** What gets the focus; the close button by default. */
  readonly focus?: HTMLElement;
  /** What gets the focus when what had it before is gone. */
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

/** What dialogs need. */
interface DialogParts {
  readonly closeWord: string;
  readonly outline: Outline;
  readonly room: Room;
  readonly dock: Element;
  readonly emit: Emit;
}

/** Esc closes the open dialog, wherever the focus is. */
export function makeDialogs(
  surface: Surface,
  { closeWord, outline, room, dock, emit }: DialogParts,
  signal: AbortSignal,
): Dialogs {
  const { root, focused } = surface;
  let shown: { dialog: Dialog; element: HTMLElement; giveBack: GiveBack } | null = null;
  const sizes = new ResizeObserver(() => place());
  signal.addEventListener('abort', () => sizes.disconnect());

  const close = () => {
    if (!shown) return;
    const { dialog, element, giveBack } = shown;
    shown = null;
    const hadFocus = element.contains(focused());
    sizes.unobserve(element);
    element.remove();
    dialog.onClose?.();
    emit('close', { panel: dialog.panel });
    if (hadFocus) giveBack(dialog.back());
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
    const { left, top, right, bottom } = outline.box ?? new DOMRect(x, y);
    const isRtl = root.dir === 'rtl';
    const turned = (start: number) => (isRtl ? from + to - start : start);
    const start = beside(turned(isRtl ? left : right), turned(x), width, from, to);
    const across = isRtl ? turned(start) - width : start;
    const ceiling = view.offsetTop;
    const isOver = (begin: number, end: number) => across < end && across + width > begin;
    const buttons = dock.getBoundingClientRect();
    // A dialog stands above the buttons; beside them it may reach the bottom of the window.
    const isAbove = buttons.width && isOver(buttons.left, buttons.right);
    const floor = Math.min(isAbove ? buttons.top : innerHeight, ceiling + view.height);
    let [down, tall] = [y, height];
    if (isOver(left, right)) {
      const under = floor - MARGIN - bottom - GAP;
      const most = Math.max(top - GAP - MARGIN - ceiling, under);
      if (most >= LOW) {
        tall = Math.min(height, most);
        if (tall < height) style.maxHeight = `${tall}px`;
        down = tall <= under ? bottom + GAP : top - GAP - tall;
      } else if (isOver(x, x)) down = 2 * y < ceiling + floor ? floor : ceiling;
    }
    style.transform = `translate(${across}px, ${within(down, tall, ceiling, floor)}px)`;
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
      shown = { dialog, element, giveBack: keepFocus(surface) };
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

/** Gives the focus back to who had it, else to another. */
export type GiveBack = (other: HTMLElement | null) => void;

/** Remembers who has the focus, on the page too. */
export function keepFocus({ focused }: Surface): GiveBack {
  const now = () => (focused() ?? document.activeElement) as HTMLElement | null;
  const before = now();
  return (other) => {
    before?.focus({ preventScroll: true });
    if (now() !== before || before === document.body) other?.focus({ preventScroll: true });
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

/** Along one axis: after the edge, else after the point, else before it, and in the room in any case. */
function beside(edge: number, point: number, size: number, from: number, to: number): number {
  const after = [edge + GAP, point + GAP].find((start) => start + size + MARGIN <= to);
  const start = after ?? point - GAP - size;
  return within(start, size, from, to);
}

/** There, or as far back as it takes to be in the room. */
function within(start: number, size: number, from: number, to: number): number {
  return Math.round(Math.max(from + MARGIN, Math.min(start, to - size - MARGIN)));
}
