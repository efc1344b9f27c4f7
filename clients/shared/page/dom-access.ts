/**
 * Creates a getter that bypasses the named fields of forms: `form.id` is a field, not the
 * attribute, if the form has a field named `id`. Every element of a page could be such a form, so
 * native getters read all of them.
 */
export function nativeGetter<K extends keyof Element>(name: K): (of: Node) => Element[K] {
  // Lazy, because a part of the re-anchoring engine also runs without a DOM.
  let read: (() => Element[K]) | undefined;
  return (of) => {
    read ??= getterOf(Element.prototype, name) ?? getterOf(Node.prototype, name);
    return (read as () => Element[K]).call(of);
  };
}

/** The getter of a prototype's property; undefined if there is none. */
export const getterOf = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;

export const nodeTypeOf = nativeGetter('nodeType');
/** Values of `Node.nodeType`. */
export const ELEMENT = 1;
export const TEXT = 3;
export const DOCUMENT = 9;
export const FRAGMENT = 11;
export const firstChildOf = nativeGetter('firstChild');
export const nextSiblingOf = nativeGetter('nextSibling');
export const parentOf = nativeGetter('parentElement');
export const documentOf = nativeGetter('ownerDocument');
export const tagOf = nativeGetter('localName');
export const shadowRootOf = nativeGetter('shadowRoot');
export const assignedSlotOf = nativeGetter('assignedSlot');
export const previousElementOf = nativeGetter('previousElementSibling');
export const nextElementOf = nativeGetter('nextElementSibling');

/**
 * Returns the attribute's value, cut at 1024 characters, the longest that the service stores; null
 * without the attribute.
 */
export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name)?.slice(0, 1024) ?? null;

type Methods = { [K in keyof Element]: Element[K] extends (...args: never[]) => unknown ? K : never }[keyof Element];

/** Calls the native method of an element. */
export function callNative<K extends Methods>(
  element: Node,
  name: K,
  ...args: Parameters<Element[K]>
): ReturnType<Element[K]> {
  return (Element.prototype[name] as (...all: unknown[]) => ReturnType<Element[K]>).apply(element, args);
}
