import { boxIn, type Part } from '../page/geometry.ts';
import { h } from './dom.ts';
import type { Surface } from './shadow-host.ts';

/** A frame around one element of the page, or a part of it. */
export interface Outline {
  /** Frames an element or a part of it, or nothing. `caption` stands at the frame's corner. */
  around(element: Element | null, caption?: string, part?: Part): void;
  /** Where what is framed was last seen, in window coordinates; null for nothing. */
  readonly box: DOMRect | null;
  /** Frames a rectangle of the window. */
  over(box: DOMRect): void;
  /** Follows the element. Reads its place once. */
  place(): void;
}

/** Adds a frame to the surface, around nothing yet. */
export function makeOutline(surface: Surface): Outline {
  const caption = h('span', { class: 'outline-caption', dir: 'auto' });
  const frame = h('div', { class: 'outline', hidden: '', 'aria-hidden': 'true' }, caption);
  let framed: { element: Element; part: Part } | null = null;
  let drawn: DOMRect | null = null;
  // Under the pins, which may be there already.
  surface.root.prepend(frame);
  const draw = (box: DOMRect) => {
    const { left, top, width, height } = box;
    // What is not displayed has no place.
    frame.hidden = !width && !height;
    if (!frame.hidden) drawn = box;
    frame.style.transform = `translate(${left}px, ${top}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    frame.classList.toggle('at-top', top < 24);
  };
  const place = () => {
    if (framed) draw(boxIn(framed.element, framed.part));
  };
  return {
    get box() {
      return drawn;
    },
    around(element, text = '', part = null) {
      framed = element && { element, part };
      drawn = null;
      if (!framed) frame.hidden = true;
      caption.textContent = text;
      caption.hidden = !text;
      place();
    },
    over(box) {
      framed = null;
      caption.hidden = true;
      draw(box);
    },
    place,
  };
}
