/** Libraries set them on everything outside of their dialog. */
export const HIDING_ATTRIBUTES = ['inert', 'aria-hidden'];

/** Makes an element usable that the page made inert. */
export function unhide(element: Element): void {
  for (const name of HIDING_ATTRIBUTES) element.removeAttribute(name);
}
