/**
 * Returns the page's URL. A fragment belongs to it only if an application keeps its route there
 * (`#/cart`, `#!cart`).
 */
export function pageAddress(): string {
  const { href, hash } = location;
  return /^#[/!]/.test(hash) ? href : href.slice(0, href.length - hash.length);
}
