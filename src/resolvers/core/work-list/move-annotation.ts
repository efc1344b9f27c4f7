import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { changeAnnotation } from '../annotations/change-annotation.ts';
import { RANK } from '../annotations/rank.ts';
import { statusChange } from '../annotations/set-annotation-status.ts';

/** Serializes the moves within a column, so that no two get the same rank. */
const LOCK_COLUMN = statement(
  'move-annotation/lock-column',
  'SELECT pg_advisory_xact_lock(hashtextextended($column, 0))',
);

/** Column of the moved annotation `$1`, without it. */
const OTHERS = `annotations a WHERE a.project_id = $2 AND a.status = $3::"AnnotationStatus" AND a.deleted_at IS NULL AND a.id <> $1`;

const FIRST = `SELECT ${RANK} AS rank FROM ${OTHERS} ORDER BY ${RANK}, a.id LIMIT 1`;

const AFTER = `SELECT ${RANK} AS rank FROM ${OTHERS} AND a.id = $4`;

const NEXT = `SELECT ${RANK} AS rank FROM ${OTHERS} AND (${RANK}, a.id) > ($4::float8, $5::uuid) ORDER BY ${RANK}, a.id LIMIT 1`;

/** Least distance of two ranks. Ranks are below 1e9, where a double has a precision of 1e-7. */
const MIN_STEP = 1e-6;

/**
 * The `$6` annotations after a position, and the distance of their ranks if they are spread evenly
 * up to the one that follows them, or by whole numbers if none follows.
 */
const SPREADABLE = `following AS (
    SELECT a.id, ${RANK} AS rank, row_number() OVER (ORDER BY ${RANK}, a.id) AS place
      FROM ${OTHERS} AND (${RANK}, a.id) > ($4::float8, $5::uuid) ORDER BY ${RANK}, a.id LIMIT $6::int + 1
  ), step AS (
    SELECT coalesce((SELECT (rank - $4::float8) / ($6::int + 2) FROM following WHERE place = $6::int + 1), 1) AS size
  )`;

/** Twice the least distance, so that rounded ranks have it too. */
const HAS_ROOM = `WITH ${SPREADABLE} SELECT size AS rank FROM step WHERE size >= 2 * ${MIN_STEP}`;

/**
 * Locks the moved annotation, the one that precedes it and those that are spread in the order of
 * their ids, as a bulk change does.
 */
const LOCK = `WITH ${SPREADABLE}
  SELECT a.id FROM annotations a
   WHERE a.id IN ($1, $5) OR a.id IN (SELECT id FROM following WHERE place <= $6::int)
   ORDER BY a.id FOR NO KEY UPDATE`;

/** Spreads annotations `$7`, which are locked; others may have come into the column meanwhile. */
const SPREAD = `WITH ${SPREADABLE}
  UPDATE annotations a SET rank = $4::float8 + (f.place + 1) * step.size
    FROM following f, step WHERE a.id = f.id AND f.place <= $6::int AND a.id = ANY($7::uuid[])`;

/** Annotations that are spread if there is no room; then all that follow. */
const SPREAD_SIZES = [100, 1_000_000];

/**
 * Sets the status of an annotation, and its place in the column of that status.
 *
 * @param after the annotation of the column that precedes it; null: the top
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for an `after` that is not in the column
 */
export function moveAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  { status, after }: { status: AnnotationStatus; after?: string | null },
): Promise<Annotation> {
  return changeAnnotation(
    ctx,
    id,
    async (before, sql) => {
      const rank = await rankAfter(sql, [before.id, before.projectId, status], after ?? null);
      const change = statusChange(before, status) ?? {
        data: {},
        event: { type: 'annotation.updated' as const, data: NO_EVENT_DATA },
      };
      return { ...change, data: { ...change.data, rank } };
    },
    async (sql, projectId) => {
      await LOCK_COLUMN.run(sql, { column: `rank ${projectId} ${status}` });
      await makeRoom(sql, [id, projectId, status], after ?? null);
    },
  );
}

type Column = [movedId: string, projectId: string, status: AnnotationStatus];

const readRank = async (sql: Queryable, statement: string, values: unknown[]): Promise<number | undefined> =>
  (await sql.query<{ rank: number }>(statement, values)).rows[0]?.rank;

/** Rank between two neighbors; undefined if there is no room. */
function middleOf(previous: number, next: number | undefined): number | undefined {
  if (next === undefined) return previous + 1;
  const middle = previous + (next - previous) / 2;
  return middle - previous >= MIN_STEP ? middle : undefined;
}

/** Spreads the annotations after a position if another one does not fit between. */
async function makeRoom(sql: Queryable, column: Column, after: string | null): Promise<void> {
  if (after === null || !isId(after)) return;
  const previous = await readRank(sql, AFTER, [...column, after]);
  if (previous === undefined) return;
  const next = await readRank(sql, NEXT, [...column, previous, after]);
  if (middleOf(previous, next) !== undefined) return;
  for (const size of SPREAD_SIZES) {
    const values = [...column, previous, after, size];
    if ((await readRank(sql, HAS_ROOM, values)) === undefined) continue;
    const { rows } = await sql.query<{ id: string }>(LOCK, values);
    await sql.query(SPREAD, [...values, rows.map(({ id }) => id)]);
    return;
  }
}

async function rankAfter(sql: Queryable, column: Column, after: string | null): Promise<number> {
  if (after === null) return ((await readRank(sql, FIRST, column)) ?? 0) - 1;
  if (!isId(after)) throw badField('after', 'must be a UUID, or null to move to the top');
  const previous = await readRank(sql, AFTER, [...column, after]);
  if (previous === undefined) {
    throw badField('after', 'must be another annotation of the project with this status; null moves to the top');
  }
  const next = await readRank(sql, NEXT, [...column, previous, after]);
  return middleOf(previous, next) ?? previous;
}
