import { COLORS, type Color } from './shapes.ts';
import type { Texts } from './texts.ts';

/** Paths of line drawings, 20 by 20, by the name of their button. */
const ICONS = {
  pen: 'M3 17l1-4L14 3l3 3L7 16zM12 5l3 3',
  arrow: 'M4 16 16 4M8 4h8v8',
  rectangle: 'M3 5h14v10H3z',
  text: 'M4 4h12M10 4v12',
  blur: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z',
  crop: 'M5 1v14h14M1 5h14v14',
  undo: 'M7 3 3 7l4 4M3 7h9a5 5 0 0 1 0 10H8',
};

const SVG = 'http://www.w3.org/2000/svg';

export const find = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type;

/** Fills the page with the texts of a language. */
export function label(texts: Texts): void {
  document.title = texts.title;
  for (const name of ['title', 'cancel', 'done'] as const) find(name).textContent = texts[name];
  find('picture').setAttribute('aria-label', texts.picture);
  find('words').setAttribute('aria-label', texts.words);
  find('hint').textContent = matchMedia('(pointer: coarse)').matches ? texts.hintTouch : texts.hint;
  find('colors').setAttribute('aria-label', texts.color);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-color]')) {
    const name = button.dataset.color as Color;
    button.title = texts[name];
    button.setAttribute('aria-label', texts[name]);
    button.style.setProperty('--swatch', COLORS[name]);
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-name]')) {
    const name = button.dataset.name as keyof typeof ICONS;
    const svg = document.createElementNS(SVG, 'svg');
    const line = document.createElementNS(SVG, 'path');
    svg.setAttribute('viewBox', '0 0 20 20');
    svg.setAttribute('aria-hidden', 'true');
    line.setAttribute('d', ICONS[name]);
    svg.append(line);
    button.replaceChildren(svg, texts[name]);
  }
}
