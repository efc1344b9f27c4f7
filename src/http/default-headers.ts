import type { Reply } from './reply.ts';

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
