import { type Region, regionRect } from '../page/geometry.ts';
import { h } from './elements.ts';
import type { ShadowHost } from './shadow-host.ts';

/** Frame around an element of the page or a part of it. */
export interface Outline {
  /**
   * Frames an element or a part of it; null removes the frame. The caption is shown at its corner.
   */
  showElement(element: Element | null, caption?: string, part?: Region): void;
  /** Last visible rectangle of the framed element in the window; null without one. */
  readonly box: DOMRect | null;
  /** Frames a rectangle of the window. */
  showBox(box: DOMRect): void;
  /** Moves the frame to its element. Reads the layout once. */
  reposition(): void;
}

/** Adds a hidden frame to the shadow root. */
export function createOutline(shadowHost: ShadowHost): Outline {
  const caption = h('span', { class: 'outline-caption', dir: 'auto' });
  const frame = h('div', { class: 'outline', hidden: '', 'aria-hidden': 'true' }, caption);
  let target: { element: Element; part: Region } | null = null;
  let lastBox: DOMRect | null = null;
  // Prepended, so that it is painted below pins that exist already.
  shadowHost.root.prepend(frame);
  const draw = (box: DOMRect) => {
    const { left, top, width, height } = box;
    // An element that is not displayed has an empty box.
    frame.hidden = !width && !height;
    if (!frame.hidden) lastBox = box;
    frame.style.transform = `translate(${left}px, ${top}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    frame.classList.toggle('at-top', top < 24);
  };
  const reposition = () => {
    if (target) draw(regionRect(target.element, target.part));
  };
  return {
    get box() {
      return lastBox;
    },
    showElement(element, text = '', part = null) {
      target = element && { element, part };
      lastBox = null;
      if (!target) frame.hidden = true;
      caption.textContent = text;
      caption.hidden = !text;
      reposition();
    },
    showBox(box) {
      target = null;
      caption.hidden = true;
      draw(box);
    },
    reposition,
  };
}
