import { z } from 'zod';
import { trimTrailing } from '../../../lib/trim-trailing.ts';
import { urlInput } from './fields.ts';
import { parseInput } from './parse-input.ts';

/** Query parameters that identify a campaign or a click, never a page. */
const TRACKING =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/**
 * Normalized form of a page URL, which filters compare: lower-case scheme and host; no default
 * port, trailing slash, tracking parameters or fragment (routes such as `#/cart` and `#!cart`
 * stay); other parameters sorted.
 *
 * @param url an absolute http or https URL
 */
export function normalizeUrl(url: string): string {
  const parsed = new URL(url);
  const { protocol, host, pathname, search, hash } = parsed;
  const route = hash.startsWith('#/') || hash.startsWith('#!') ? hash : '';
  return `${protocol}//${host}${trimTrailing(pathname, '/')}${search && normalQuery(parsed.searchParams)}${route}`;
}

const pageInput = z.object({ url: urlInput });

/**
 * Validates and normalizes a page URL; the result identifies the page.
 *
 * @throws BAD_USER_INPUT
 */
export const pageKey = (url: string): string => normalizeUrl(parseInput(pageInput, { url }).url);

function normalQuery(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name]) => !TRACKING.test(name));
  kept.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
