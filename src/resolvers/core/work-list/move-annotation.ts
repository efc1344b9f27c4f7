import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { lockName } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { changeAnnotation } from '../annotations/change-annotation.ts';
import { RANK } from '../annotations/columns.ts';
import { statusChange } from '../annotations/set-annotation-status.ts';

/** Column of the moved annotation, without it. */
const OTHERS = `annotations a WHERE a.project_id = $projectId AND a.status = $status::"AnnotationStatus"
    AND a.deleted_at IS NULL AND a.id <> $movedId`;

const FIRST = statement(
  'move-annotation/first',
  `SELECT ${RANK} AS "rank!" FROM ${OTHERS} ORDER BY ${RANK}, a.id LIMIT 1`,
);

const AFTER = statement('move-annotation/after', `SELECT ${RANK} AS "rank!" FROM ${OTHERS} AND a.id = $after`);

/** Annotations of the column after a position, in their order. */
const FOLLOWING = `${OTHERS} AND (${RANK}, a.id) > ($previous::float8, $after::uuid) ORDER BY ${RANK}, a.id`;

const NEXT = statement('move-annotation/next', `SELECT ${RANK} AS "rank!" FROM ${FOLLOWING} LIMIT 1`);

/** Least distance of two ranks. Ranks are below 1e9, where a double has a precision of 1e-7. */
const MIN_STEP = 1e-6;

/**
 * The `$size` annotations after a position, and the distance of their ranks if they are spread
 * evenly up to the one that follows them, or by whole numbers if none follows.
 */
const SPREADABLE = `following AS (
    SELECT a.id, ${RANK} AS rank, row_number() OVER (ORDER BY ${RANK}, a.id) AS place
      FROM ${FOLLOWING} LIMIT $size::int + 1
  ), step AS (
    SELECT coalesce((SELECT (rank - $previous::float8) / ($size::int + 2) FROM following WHERE place = $size::int + 1), 1) AS size
  )`;

/** Twice the least distance, so that rounded ranks have it too. */
const HAS_ROOM = statement(
  'move-annotation/has-room',
  `WITH ${SPREADABLE} SELECT FROM step WHERE size >= 2 * ${MIN_STEP}`,
);

/**
 * Locks the moved annotation, the one that precedes it and those that are spread in the order of
 * their ids, as a bulk change does.
 */
const LOCK = statement(
  'move-annotation/lock',
  `WITH ${SPREADABLE}
  SELECT a.id FROM annotations a
   WHERE a.id IN ($movedId, $after) OR a.id IN (SELECT id FROM following WHERE place <= $size::int)
   ORDER BY a.id FOR NO KEY UPDATE`,
);

/** Spreads annotations, which are locked; others may have come into the column meanwhile. */
const SPREAD = statement(
  'move-annotation/spread',
  `WITH ${SPREADABLE}
  UPDATE annotations a SET rank = $previous::float8 + (f.place + 1) * step.size
    FROM following f, step WHERE a.id = f.id AND f.place <= $size::int AND a.id = ANY($ids::uuid[])`,
);

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
      const rank = await rankAfter(sql, { movedId: before.id, projectId: before.projectId, status }, after ?? null);
      const change = statusChange(before, status) ?? {
        data: {},
        event: { type: 'annotation.updated' as const, data: NO_EVENT_DATA },
      };
      return { ...change, data: { ...change.data, rank } };
    },
    async (sql, projectId) => {
      // Moves within a column run one after another, so that no two get the same rank.
      await lockName(sql, `rank ${projectId} ${status}`);
      await makeRoom(sql, { movedId: id, projectId, status }, after ?? null);
    },
  );
}

/** Column of a moved annotation. */
interface Column {
  movedId: string;
  projectId: string;
  status: AnnotationStatus;
}

/** Rank between two neighbors; undefined if there is no room. */
function middleOf(previous: number, next: number | undefined): number | undefined {
  if (next === undefined) return previous + 1;
  const middle = previous + (next - previous) / 2;
  return middle - previous >= MIN_STEP ? middle : undefined;
}

/** Spreads the annotations after a position if another one does not fit between. */
async function makeRoom(sql: Queryable, column: Column, after: string | null): Promise<void> {
  if (after === null || !isId(after)) return;
  const previous = await AFTER.first(sql, { ...column, after });
  if (!previous) return;
  const position = { ...column, after, previous: previous.rank };
  const next = await NEXT.first(sql, position);
  if (middleOf(previous.rank, next?.rank) !== undefined) return;
  for (const size of SPREAD_SIZES) {
    const values = { ...position, size };
    if (!(await HAS_ROOM.first(sql, values))) continue;
    const rows = await LOCK.rows(sql, values);
    await SPREAD.run(sql, { ...values, ids: rows.map(({ id }) => id) });
    return;
  }
}

async function rankAfter(sql: Queryable, column: Column, after: string | null): Promise<number> {
  if (after === null) return ((await FIRST.first(sql, column))?.rank ?? 0) - 1;
  if (!isId(after)) throw badField('after', 'must be a UUID, or null to move to the top');
  const previous = (await AFTER.first(sql, { ...column, after }))?.rank;
  if (previous === undefined) {
    throw badField('after', 'must be another annotation of the project with this status; null moves to the top');
  }
  const next = await NEXT.first(sql, { ...column, after, previous });
  return middleOf(previous, next?.rank) ?? previous;
}
