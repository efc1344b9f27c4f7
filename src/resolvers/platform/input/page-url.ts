import { z } from 'zod';
import { withoutTrailing } from '../../../lib/trim-trailing.ts';
import { urlInput } from './fields.ts';
import { parseInput } from './parse-input.ts';

/** Parameters that name a campaign or a click, never a page. */
const TRACKING =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/**
 * The form of a page's URL that filters compare: scheme and host in lower case, without default port, trailing slash,
 * tracking parameters and fragment (routes such as `#/cart` and `#!cart` stay); the other parameters sorted.
 * @param url an absolute http or https URL
 */
export function normalizeUrl(url: string): string {
  const parsed = new URL(url);
  const { protocol, host, pathname, search, hash } = parsed;
  const route = hash.startsWith('#/') || hash.startsWith('#!') ? hash : '';
  return `${protocol}//${host}${withoutTrailing(pathname, '/')}${search && normalQuery(parsed.searchParams)}${route}`;
}

const pageInput = z.object({ url: urlInput });

/** The normalised form of a page's url as a caller gives it: what pages are known by. @throws BAD_USER_INPUT */
export const pageKey = (url: string): string => normalizeUrl(parseInput(pageInput, { url }).url);

function normalQuery(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name]) => !TRACKING.test(name));
  kept.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
