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

export function allowEveryOrigin(response: Response): void {
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
}
