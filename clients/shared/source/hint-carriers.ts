/** Attributes of build tools, and comments of templates of Rails, Drupal and Phoenix. */
const CARRIERS = /data-[\w-]*(insp|source|torjs)|<!-- (BEGIN |<)/;

/**
 * Whether the page may name the code of an element: only then it is worth looking closer. Vue and
 * Svelte add members to elements in development; React knows their owners then.
 */
export const namesSource = (element: Element): boolean =>
  CARRIERS.test(document.documentElement.innerHTML) ||
  Object.getOwnPropertyNames(element).some(
    (name) =>
      /^__(vue|sv)/.test(name) || (element as unknown as Record<string, { _debugOwner?: object }>)[name]?._debugOwner,
  );
