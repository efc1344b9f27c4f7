/** A fragment is part of the page's identity only where an application keeps its route in it (`#/cart`, `#!cart`). */
export function pageAddress(): string {
  const { href, hash } = location;
  return /^#[/!]/.test(hash) ? href : href.slice(0, href.length - hash.length);
}
