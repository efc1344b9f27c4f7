import { z } from 'zod';
import { trimTrailing } from '../../../lib/trim-trailing.ts';
import { urlInput } from './fields.ts';
import { parseInput } from './parse-input.ts';

/** Query parameters that identify a campaign or a click, never a page. */
const TRACKING =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/** Fragment parameter of a link that opens an annotation on its page; never part of the page. */
export const PIN_PARAMETER = 'pinbound';

/** Whether a fragment is an application's route, such as `#/cart` or `#!cart`. */
export const isRoute = (hash: string): boolean => hash.startsWith('#/') || hash.startsWith('#!');

/** A route without the parameter of a link to an annotation. The rest stays byte for byte. */
export function routeWithoutPin(route: string): string {
  const queryAt = route.indexOf('?');
  if (queryAt === -1) return route;
  const path = route.slice(0, queryAt);
  const parameters = route.slice(queryAt + 1).split('&');
  const kept = parameters.filter((parameter) => parameter.split('=', 1)[0] !== PIN_PARAMETER);
  if (kept.length === parameters.length) return route;
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/**
 * Normalized form of a page URL, which filters compare: lower-case scheme and host; no default
 * port, trailing slash, tracking parameters or fragment (routes such as `#/cart` and `#!cart`
 * stay, without the parameter `pinbound`); other parameters sorted.
 *
 * @param url an absolute http or https URL
 */
export function normalizeUrl(url: string): string {
  const parsed = new URL(url);
  const { protocol, host, pathname, search, hash } = parsed;
  const route = isRoute(hash) ? routeWithoutPin(hash) : '';
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
