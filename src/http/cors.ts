import { Response } from '@whatwg-node/fetch';

/** Every origin may call: there are no cookies anywhere, so a page can do no more than its own user could. */
export const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Next-Cursor, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
};

/** The answer to a preflight. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Project-Key',
      'access-control-max-age': '86400',
    },
  });

/** Of pages: no other site reads them, for GraphiQL's carries a token, nor shows or opens them as its own. */
const OWN_ORIGIN_HEADERS: Record<string, string> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Says who may read an answer: a page of ours its own origin alone, anything else every origin. */
export function setReaders(response: Response): void {
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  for (const [name, value] of Object.entries(isPage ? OWN_ORIGIN_HEADERS : CORS_HEADERS))
    response.headers.set(name, value);
}
