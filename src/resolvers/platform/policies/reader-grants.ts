import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';

/**
 * SQL column `isGranted`: whether the access token of reader `r`, with `token_id` and
 * `token_version`, is unchanged and valid. True without one.
 */
export const IS_GRANTED = `(r.token_id IS NULL OR EXISTS (
  SELECT FROM access_tokens t WHERE t.id = r.token_id AND t.version = r.token_version
     AND t.revoked_at IS NULL AND t.expires_at > now())) AS "isGranted"`;

/** Values of the parameters for `token_id` and `token_version`, in the order of the readers. */
export const grantsOf = (readers: Subscriber[]): [(string | null)[], (number | null)[]] => [
  readers.map(({ grant }) => grant?.id ?? null),
  readers.map(({ grant }) => grant?.version ?? null),
];
