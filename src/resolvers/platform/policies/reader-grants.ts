import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Statement } from '../../../infrastructure/database/statement.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/live-updates.ts';
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
  SELECT FROM panel_sessions s WHERE s.id = r.token_id AND ${IS_PANEL_OPEN})) AS "isGranted!"`;

/** SQL of readers `r`, with their `position` from 1. */
export const READERS = `unnest($topics::uuid[], $userIds::uuid[], $tokenIds::uuid[], $tokenVersions::int[])
    WITH ORDINALITY AS r(topic, user_id, token_id, token_version, position)`;

/** Parameters of READERS. */
export const valuesOf = (readers: readonly Subscriber[]) => ({
  topics: readers.map(({ topic }) => topic),
  userIds: readers.map(({ userId }) => userId),
  tokenIds: readers.map(({ grant }) => grant?.id ?? null),
  tokenVersions: readers.map(({ grant }) => grant?.version ?? null),
});

/**
 * Text of a statement that reads the claims of readers.
 *
 * @param joins joins the membership `m` of `r.user_id` to `r.topic`
 */
export const readerClaims = (joins: string): string =>
  `SELECT r.position::int AS "position!", ${IS_GRANTED}, ${MEMBERSHIP_CLAIMS} FROM ${READERS} ${joins}`;

/** Claims of a reader. */
interface ReaderClaims {
  position: number;
  isGranted: boolean;
  /** Null, like `tokenGeneration`, without a membership. */
  role: Role | null;
  tokenGeneration: number | null;
}

/**
 * Finds subscribers who may no longer perform an action on their topic, with one statement.
 *
 * @param claims statement of `readerClaims`
 */
export async function findDeniedReaders(
  pool: pg.Pool,
  readers: Subscriber[],
  { claims, action }: { claims: Statement<ReturnType<typeof valuesOf>, ReaderClaims>; action: Action },
): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const rows = await claims.rows(pool, valuesOf(readers));
  return rows.flatMap(({ position, isGranted, role, tokenGeneration }) => {
    const reader = readers[position - 1];
    const isAllowed = isGranted && role && can(role, action) && reader?.tokenGeneration === tokenGeneration;
    return reader && !isAllowed ? [reader] : [];
  });
}
