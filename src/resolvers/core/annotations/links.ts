import { shortId } from '../../../infrastructure/database/ids.ts';
import { isRoute, PIN_PARAMETER, routeWithoutPin } from '../../platform/input/page-url.ts';

/**
 * Link to an annotation on its page, which opens the overlay's thread: the URL of the page with
 * `#pinbound=<number>`. In a route such as `#/list` it is a query parameter of the route; any other
 * fragment is replaced. The page's identity stays the same (`normalizeUrl`).
 *
 * @param code code of a visitor, which follows the number and a dot
 */
export function pageLink({ url, number, code }: { url: string; number: number; code?: string }): string {
  const hashAt = url.indexOf('#');
  const hash = hashAt === -1 ? '' : url.slice(hashAt);
  const page = url.slice(0, url.length - hash.length);
  const pin = `${PIN_PARAMETER}=${number}${code ? `.${code}` : ''}`;
  if (!isRoute(hash)) return `${page}#${pin}`;
  const route = routeWithoutPin(hash);
  const separator = route.includes('?') ? (/[?&]$/.test(route) ? '' : '&') : '?';
  return `${page}${route}${separator}${pin}`;
}

/** Path of short links to annotations in the dashboard. */
export const APP_LINK_PATH = '/a/';

/**
 * Link to an annotation in the dashboard: short, because each annotation of a list has one.
 *
 * @param baseUrl BASE_URL of the service
 */
export const appLink = ({ id }: { id: string }, baseUrl: string): string => `${baseUrl}${APP_LINK_PATH}${shortId(id)}`;
