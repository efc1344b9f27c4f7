/**
 * Members of a page's elements as the platform has them. A form answers with its fields first: where a field is named
 * `id` or `children`, that is what the form's own member of that name is, and a page may have a field of any name. So nothing
 * that could be a form is asked itself.
 */
export function reader<K extends keyof Element>(name: K): (of: Node) => Element[K] {
  // Half of the engine runs without a page too, where there are no prototypes.
  let read: (() => Element[K]) | undefined;
  return (of) => {
    read ??= getterOf(Element.prototype, name) ?? getterOf(Node.prototype, name);
    return (read as () => Element[K]).call(of);
  };
}

/** What reads a member of all that have this prototype; undefined where there is no such member. */
export const getterOf = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;

export const kindOf = reader('nodeType');
/** Kinds of nodes, as the DOM numbers them. */
export const ELEMENT = 1;
export const TEXT = 3;
export const DOCUMENT = 9;
export const FRAGMENT = 11;
export const firstIn = reader('firstChild');
export const nextTo = reader('nextSibling');
export const parentOf = reader('parentElement');
export const documentOf = reader('ownerDocument');
export const tagOf = reader('localName');
export const shadowOf = reader('shadowRoot');
export const slotOf = reader('assignedSlot');
export const elementBefore = reader('previousElementSibling');
export const elementAfter = reader('nextElementSibling');

/** The attribute's value, cut at 1024 characters: nothing that is told by one takes more. Null where it has none. */
export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name)?.slice(0, 1024) ?? null;

type Methods = { [K in keyof Element]: Element[K] extends (...given: never[]) => unknown ? K : never }[keyof Element];

/** Calls a method of an element. */
export function ask<K extends Methods>(
  element: Node,
  name: K,
  ...given: Parameters<Element[K]>
): ReturnType<Element[K]> {
  return (Element.prototype[name] as (...all: unknown[]) => ReturnType<Element[K]>).apply(element, given);
}
