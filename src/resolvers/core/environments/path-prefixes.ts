/** Encoded separators: a server may read another path from them than a browser. */
const ENCODED_SEPARATOR = /%2f|%5c/i;

/**
 * Whether a path is one of the prefixes or lies below one: `/app` contains `/app/cart`, but not
 * `/apple`.
 */
export function isBelow(path: string, prefixes: readonly string[]): boolean {
  if (prefixes.includes('/')) return true;
  if (ENCODED_SEPARATOR.test(path)) return false;
  return prefixes.some((prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));
}
