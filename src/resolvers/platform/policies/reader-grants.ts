import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';
import { MEMBERSHIP_CLAIMS } from './access.ts';
import { IS_PANEL_OPEN } from './panel-actions.ts';
import { type Action, can } from './roles.ts';

/**
 * SQL column `isGranted`: whether the access token of reader `r`, with `token_id` and
 * `token_version`, is unchanged and valid, or the session of its panel has not ended. True without
 * either.
 */
export const IS_GRANTED = `(r.token_id IS NULL OR EXISTS (
  SELECT FROM access_tokens t WHERE t.id = r.token_id AND t.version = r.token_version
     AND t.revoked_at IS NULL AND t.expires_at > now()) OR EXISTS (
  SELECT FROM panel_sessions s WHERE s.id = r.token_id AND ${IS_PANEL_OPEN})) AS "isGranted"`;

/** Values of the parameters for `token_id` and `token_version`, in the order of the readers. */
export const grantsOf = (readers: Subscriber[]): [(string | null)[], (number | null)[]] => [
  readers.map(({ grant }) => grant?.id ?? null),
  readers.map(({ grant }) => grant?.version ?? null),
];

/**
 * Finds subscribers who may no longer perform an action on their topic, with one statement.
 *
 * @param joins joins the membership `m` of `r.user_id` to `r.topic`
 */
export async function findDeniedReaders(
  pool: pg.Pool,
  readers: Subscriber[],
  { joins, action }: { joins: string; action: Action },
): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId), ...grantsOf(readers)];
  const { rows } = await pool.query<{
    position: number;
    isGranted: boolean;
    role: Role | null;
    tokenGeneration: number | null;
  }>(
    `SELECT r.position::int, ${IS_GRANTED}, ${MEMBERSHIP_CLAIMS}
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
              WITH ORDINALITY AS r(topic, user_id, token_id, token_version, position)
       ${joins}`,
    values,
  );
  return rows.flatMap(({ position, isGranted, role, tokenGeneration }) => {
    const reader = readers[position - 1];
    const isAllowed = isGranted && role && can(role, action) && reader?.tokenGeneration === tokenGeneration;
    return reader && !isAllowed ? [reader] : [];
  });
}
