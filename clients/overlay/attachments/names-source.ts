/**
 * Attributes of build tools, comments of templates of Rails, Drupal and Phoenix, and members that
 * Vue and Svelte add to elements in development.
 */
const CARRIERS = /-(insp|source[-=]|locatorjs|pb=)|<!-- (BEGIN |<)|__(vue|sv)/;

/**
 * Whether the page may name the code of an element: only then it is worth looking closer. React
 * knows the owners of elements in development.
 */
export const namesSource = (element: Element): boolean =>
  CARRIERS.test(document.documentElement.innerHTML + Object.getOwnPropertyNames(element)) ||
  Object.values(element).some((value) => value?._debugOwner);
