import { ask, attributeOf, getterOf } from '../shared/page/dom-access.ts';

/**
 * As in shared/page/dom-access.ts, what only pictures need: members of the document too, which has an image or a form under the name
 * that this has.
 */

type Root = Document | ShadowRoot;

function readerOf<T extends object, K extends keyof T & string>(prototype: T, name: K): (of: T) => T[K] {
  const get = getterOf(prototype, name);
  if (!get) throw new TypeError(`${name} is no attribute of ${prototype}`);
  return (of) => get.call(of);
}

export const idOf = (element: Element): string => attributeOf(element, 'id') ?? '';
export const isVisible = (element: Element): boolean =>
  ask(element, 'checkVisibility', { opacityProperty: true, visibilityProperty: true });

const styleOfHtml = readerOf(HTMLElement.prototype, 'style');
const styleOfSvg = readerOf(SVGElement.prototype, 'style');
/** Undefined for elements that cannot be styled by themselves. */
export function styleOf(element: Element): CSSStyleDeclaration | undefined {
  if (element instanceof HTMLElement) return styleOfHtml(element);
  if (element instanceof SVGElement) return styleOfSvg(element);
  return element instanceof MathMLElement ? element.style : undefined;
}

export const documentElementOf = readerOf(Document.prototype, 'documentElement') as (
  of: Document,
) => HTMLElement | null;
export const titleOf = readerOf(Document.prototype, 'title');
export const fontsOf = readerOf(Document.prototype, 'fonts');
export const scrollingElementOf = readerOf(Document.prototype, 'scrollingElement');
export const activeElementOf = readerOf(Document.prototype, 'activeElement');

/** @throws for what is no CSS selector */
export const matchesIn = (root: Root, selector: string): Element[] =>
  Array.from((root instanceof Document ? Document : DocumentFragment).prototype.querySelectorAll.call(root, selector));
/** Without elements of the name in another namespace. */
export const elementsIn = <E extends Element>(root: Root, selector: string, type: abstract new () => E): E[] =>
  matchesIn(root, selector).filter((element): element is E => element instanceof type);
export const animationsOf = (root: Root): Animation[] =>
  (root instanceof Document ? Document : ShadowRoot).prototype.getAnimations.call(root);

export function adoptSheet(root: Root, sheet: CSSStyleSheet): void {
  const { prototype } = root instanceof Document ? Document : ShadowRoot;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'adoptedStyleSheets') ?? {};
  set?.call(root, [...(get?.call(root) ?? []), sheet]);
}
