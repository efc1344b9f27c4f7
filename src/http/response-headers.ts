import { Response } from '@whatwg-node/fetch';
import type { Reply } from './reply.ts';

/** All origins may call: without cookies, a page can do no more than its user. */
export const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Next-Cursor, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
};

/** Creates the response to a preflight. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      // Libraries for tracing, and code against forgery, add headers to every request of a page.
      'access-control-allow-headers':
        '*, Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Project-Key, X-Visitor-Token',
      'access-control-max-age': '86400',
    },
  });

/** Header of responses that no other site may read. */
export const OWN_ORIGIN = { 'cross-origin-resource-policy': 'same-origin' };

/** Headers of pages: no other site may read or embed them; GraphiQL's contains a token. */
const PAGE_HEADERS: Record<string, string> = {
  ...OWN_ORIGIN,
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * Pages and metrics may be read by their own origin, every other response by all origins. A page
 * that sets one of these headers keeps it. A page that other sites embed gets none; its content
 * security policy lists the sites.
 */
export function setCorsHeaders(reply: Reply): void {
  const isPage = reply.headers.get('content-type')?.startsWith('text/html');
  const policy = reply.headers.get('cross-origin-resource-policy');
  if (policy === (isPage ? 'cross-origin' : 'same-origin')) return;
  for (const [name, value] of Object.entries(isPage ? PAGE_HEADERS : CORS_HEADERS)) {
    if (!isPage || !reply.headers.get(name)) reply.headers.set(name, value);
  }
}

/** Headers of every response that does not set them. Responses of the API may contain tokens. */
export const DEFAULT_HEADERS: Record<string, string> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function setDefaultHeaders(reply: Reply): void {
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) {
    if (!reply.headers.get(name)) reply.headers.set(name, value);
  }
}
