import { attributeOf, callNative, getterOf } from '../shared/page/dom-access.ts';

/**
 * DOM accessors that only captures need; see shared/page/dom-access.ts. They also cover members of
 * `document`, because an image or a form whose name equals a member hides that member.
 */

type Root = Document | ShadowRoot;

function readerOf<T extends object, K extends keyof T & string>(prototype: T, name: K): (of: T) => T[K] {
  const get = getterOf(prototype, name);
  if (!get) throw new TypeError(`${prototype} has no getter ${name}`);
  return (of) => get.call(of);
}

export const idOf = (element: Element): string => attributeOf(element, 'id') ?? '';
export const isVisible = (element: Element): boolean =>
  callNative(element, 'checkVisibility', { opacityProperty: true, visibilityProperty: true });

const styleOfHtml = readerOf(HTMLElement.prototype, 'style');
const styleOfSvg = readerOf(SVGElement.prototype, 'style');
/** Undefined for elements without a `style` property. */
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
export const clientWidthOf = readerOf(Element.prototype, 'clientWidth');
export const clientHeightOf = readerOf(Element.prototype, 'clientHeight');
export const scrollHeightOf = readerOf(Element.prototype, 'scrollHeight');
export const scrollWidthOf = readerOf(Element.prototype, 'scrollWidth');
const contentDocumentOf = readerOf(HTMLIFrameElement.prototype, 'contentDocument');
/** The document in a frame; null for one of another origin, and for other elements. */
export const documentIn = (element: Element): Document | null =>
  element instanceof HTMLIFrameElement ? contentDocumentOf(element) : null;
export const activeElementOf = readerOf(Document.prototype, 'activeElement');

/** @throws {DOMException} for an invalid selector */
export const matchesIn = (root: Root, selector: string): Element[] =>
  Array.from((root instanceof Document ? Document : DocumentFragment).prototype.querySelectorAll.call(root, selector));
/** Excludes elements of the same name in another namespace. */
export const elementsIn = <E extends Element>(root: Root, selector: string, type: abstract new () => E): E[] =>
  matchesIn(root, selector).filter((element): element is E => element instanceof type);
export const animationsOf = (root: Root): Animation[] =>
  (root instanceof Document ? Document : ShadowRoot).prototype.getAnimations.call(root);

export function adoptSheet(root: Root, sheet: CSSStyleSheet): void {
  const { prototype } = root instanceof Document ? Document : ShadowRoot;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'adoptedStyleSheets') ?? {};
  set?.call(root, [...(get?.call(root) ?? []), sheet]);
}
