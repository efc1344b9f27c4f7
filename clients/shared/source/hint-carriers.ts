/**
 * XPath of the attributes of build tools, and of the comments that templates of Rails, Drupal and
 * Phoenix write before their output.
 */
const CARRIERS =
  "//@*[contains(name(),'insp')or contains(name(),'-source-')or contains(name(),'tsd-')or contains(name(),'torjs')" +
  "or contains(name(),'lov-id')]|//comment()[starts-with(.,' BEGIN ')or starts-with(.,' <')]";

/**
 * Whether the page may name the code of an element: only then it is worth looking closer. Vue and
 * Svelte add members to elements in development; React knows their owners then.
 */
export const namesSource = (element: Element): boolean =>
  Object.getOwnPropertyNames(element).some(
    (name) =>
      /^__(vue|sv)/.test(name) || (element as unknown as Record<string, { _debugOwner?: object }>)[name]?._debugOwner,
  ) || document.evaluate(CARRIERS, document, null, 3).booleanValue;
