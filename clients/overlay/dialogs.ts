import type { Point } from './annotation.ts';
import { button, h, ICONS, icon } from './dom.ts';
import type { Surface } from './surface.ts';

/** A small window beside a point. */
interface Dialog {
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
  open(dialog: Dialog): void;
  close(): void;
  /** Replaces what the open dialog says. The focus stays where it is. */
  update(content: readonly Node[]): void;
  /** Puts the open dialog beside its anchor again. Reads its size once. */
  place(): void;
}

/** Esc closes the open dialog, wherever the focus is. */
export function makeDialogs(surface: Surface, signal: AbortSignal): Dialogs {
  let shown: { dialog: Dialog; element: HTMLElement; head: HTMLElement } | null = null;

  const close = () => {
    if (!shown) return;
    const { dialog, element } = shown;
    shown = null;
    const hadFocus = element.contains(surface.focused());
    element.remove();
    dialog.onClose?.();
    if (hadFocus) dialog.back()?.focus({ preventScroll: true });
  };
  const place = () => {
    if (!shown) return;
    const { offsetWidth: width, offsetHeight: height, style } = shown.element;
    const { x, y } = shown.dialog.anchor();
    style.transform = `translate(${beside(x, width, innerWidth)}px, ${beside(y, height, innerHeight)}px)`;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });

  return {
    open(dialog) {
      close();
      const closer = button('close', close, [icon(ICONS.close)], 'Close');
      const head = h('div', { class: 'head' }, h('h2', { dir: 'auto' }, dialog.title), closer);
      const attributes = { class: 'dialog', role: 'dialog', 'aria-label': dialog.title };
      const element = h('div', attributes, head, ...dialog.content);
      shown = { dialog, element, head };
      surface.root.append(element);
      place();
      (dialog.focus ?? closer).focus({ preventScroll: true });
    },
    close,
    update(content) {
      if (!shown) return;
      shown.element.replaceChildren(shown.head, ...content);
      place();
    },
    place,
  };
}

const GAP = 16;
const MARGIN = 8;

/** Along one axis: after the point, else before it, and in the window in any case. */
function beside(point: number, size: number, available: number): number {
  const after = point + GAP;
  const start = after + size + MARGIN <= available ? after : point - GAP - size;
  return Math.round(Math.max(MARGIN, Math.min(start, available - size - MARGIN)));
}
