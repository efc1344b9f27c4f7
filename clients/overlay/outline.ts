import { h } from './dom.ts';
import type { Surface } from './surface.ts';

/** A frame around one element of the page. */
export interface Outline {
  /** Frames an element, or nothing. `caption` stands at the frame's corner. */
  around(element: Element | null, caption?: string): void;
  /** Follows the element. Reads its place once. */
  place(): void;
}

/** Adds a frame to the surface, around nothing yet. */
export function makeOutline(surface: Surface): Outline {
  const caption = h('span', { class: 'outline-caption' });
  const frame = h('div', { class: 'outline', hidden: '', 'aria-hidden': 'true' }, caption);
  let framed: Element | null = null;
  surface.root.append(frame);
  const place = () => {
    if (!framed) return;
    const { left, top, width, height } = framed.getBoundingClientRect();
    frame.style.transform = `translate(${left}px, ${top}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    frame.classList.toggle('at-top', top < 24);
  };
  return {
    around(element, text = '') {
      framed = element;
      frame.hidden = !element;
      caption.textContent = text;
      caption.hidden = !text;
      place();
    },
    place,
  };
}
