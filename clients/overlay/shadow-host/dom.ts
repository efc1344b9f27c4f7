/**
 * Makes an element. Strings become text nodes, never markup, so this is safe with anything a visitor wrote and works
 * under Trusted Types.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button that does one thing. `label` is what a screen reader says when the content is only a picture. */
export function button(
  className: string,
  onClick: () => void,
  content: (Node | string)[],
  label = '',
): HTMLButtonElement {
  const element = h('button', { type: 'button', class: className }, ...content);
  if (label) element.setAttribute('aria-label', label);
  element.addEventListener('click', onClick);
  return element;
}

/** A 16-pixel line drawing in the text's colour, hidden from screen readers. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** Paths for {@link icon}. */
export const ICONS = {
  comment: 'M2.5 4.5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H7l-3 2.5V11a2 2 0 0 1-1.5-2z',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  check: 'M3.5 8.5l3 3 6-7',
} as const;

const SVG = 'http://www.w3.org/2000/svg';
