import { HTML } from '../../shared/page/namespaces.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element, which scrolls nothing when it receives the focus. Strings become text nodes,
 * never markup: safe with visitors' texts, and allowed under Trusted Types.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  // In text/xml documents, createElement creates no HTML elements.
  const element = document.createElementNS(HTML, tag) as HTMLElementTagNameMap[K];
  const { focus } = element;
  const own = { disabled: false, focus: () => focus.call(element, { preventScroll: true }) };
  // Focus-trap libraries disable every element outside their dialog.
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(element, name, { configurable: true, get: () => value, set() {} });
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param label accessible name of a button whose content is only an icon. */
export function button(
  className: string,
  onClick: () => void,
  content: (Node | string)[],
  label = '',
): HTMLButtonElement {
  const element = h('button', { type: 'button', class: className }, ...content);
  if (label) element.setAttribute('aria-label', label);
  element.onclick = onClick;
  return element;
}

/** Creates a 16-pixel line drawing in the color of the text, hidden from screen readers. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
