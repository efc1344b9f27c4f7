/**
 * Returns the page's URL. A fragment belongs to it only if an application keeps its route there
 * (`#/cart`, `#!cart`).
 */
export function pageAddress(): string {
  const { href, hash } = location;
  return /^#[/!]/.test(hash) ? href : href.slice(0, href.length - hash.length);
}

/** Longest address that the service stores, characters. */
const LIMIT = 2048;

/**
 * Returns the page's URL as it is stored. A longer one loses its fragment, unless that is a route,
 * and then its longest parameters: applications keep their state there. Empty if no address that
 * short is left, and for pages that no server sent.
 */
export function storedAddress(): string {
  const { href } = location;
  let address = href.length > LIMIT ? pageAddress() : href;
  while (address.length > LIMIT) {
    const [longest = ''] = (address.match(/[?&][^?&#]+/g) ?? []).sort((a, b) => b.length - a.length);
    address = longest && address.replace(longest, longest.slice(0, +(longest[0] === '?'))).replace('?&', '?');
  }
  return /^http/.test(address) ? address : '';
}
