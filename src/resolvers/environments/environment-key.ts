import { normalizeUrl } from '../platform/input/page-url.ts';

/** Origin and path of an environment, in the form that pages are compared in; a query or a fragment names no environment. */
export function environmentKey(url: string): string {
  const bare = new URL(url);
  bare.search = '';
  bare.hash = '';
  return normalizeUrl(bare.href);
}
