import type pg from 'pg';
import type { AppError } from '../../../errors.ts';
import { onImpatientConnection, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { CollectedBatch } from '../../../types/collection.ts';
import { ANSWER_WITHIN_MS } from '../../collection/availability.ts';
import { unknownKey } from '../../core/projects/project-key.ts';
import { columnsOf, storeParts } from './batch-columns.ts';

/**
 * A batch whose clock is far off lies on the day of its arrival: the first of two may lie on the day before. Asked only where
 * it may be: the question opens every day's partition.
 */
const NOT_A_DAY_BEFORE = `(abs(shift_ms) < ${DAY_MS} OR NOT EXISTS (
             SELECT FROM collected_batches AS b
              WHERE b.digest = decode(sent.digest, 'hex') AND b.project_id = sent.project_id AND b.day = sent.day - 1))`;

export const isBatchFarOff = ({ shiftMs }: CollectedBatch): boolean => Math.abs(shiftMs) >= DAY_MS;

/** Which of them were left out. */
const STORE_BATCHES = `WITH ${storeParts(NOT_A_DAY_BEFORE)}
  SELECT id, project_id NOT IN (SELECT id FROM living) AS "isGone" FROM sent WHERE id NOT IN (SELECT id FROM kept)`;

/** A state that was made of changes may go at any moment, one that a page sent whole stays; one just told of stays anyway. */
const KEEP_STRUCTURES = `UPDATE page_structures AS p SET whole = true, told_at = now()
  FROM unnest($1::uuid[], $2::text[]) AS s(project_id, hash)
 WHERE p.project_id = s.project_id AND p.hash = decode(s.hash, 'hex')
   AND (NOT p.whole OR p.told_at < now() - interval '5 minutes')`;

/** Sorted, because two groups that wait for each other's rows would wait for ever. */
const STORE_STRUCTURES = `INSERT INTO page_structures (project_id, hash, content, created_at)
  SELECT p.id, decode(s.hash, 'hex'), s.content::json, now()
    FROM unnest($1::uuid[], $2::text[], $3::text[]) AS s(project_id, hash, content)
    JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
   ORDER BY 1, 2 ON CONFLICT DO NOTHING`;

/** What became of batches that were to be stored. */
export interface Stored {
  /** Refusals of those whose project is gone. */
  gone: Map<CollectedBatch, AppError>;
  /** By organization: the plan has no room for its part. When there is one, nothing was stored. */
  full: ReadonlyMap<string, AppError>;
}

/** Adds to the events that organizations used. @returns the refusals of those without room */
export type CountEvents = (sql: Queryable, events: Map<string, number>) => Promise<Map<string, AppError>>;

/** In the order of the index, because two groups that wait for each other's rows would wait for ever. */
export const inOrder = (batches: CollectedBatch[]): CollectedBatch[] =>
  [...batches].sort((a, b) => (a.digest < b.digest ? -1 : 1));

/** Stores batches and counts their events, all or none. What was committed without an answer is known again by the repeat. */
export async function storeBatches(pool: pg.Pool, batches: CollectedBatch[], count: CountEvents): Promise<Stored> {
  const sorted = inOrder(batches);
  return onImpatientConnection(pool, ANSWER_WITHIN_MS, async (sql) => {
    await sql.query('BEGIN');
    // First, so that whatever is counted finds the structure that it names.
    await storeStructures(sql, batches);
    const { rows } = await sql.query<{ id: string; isGone: boolean }>({
      name: 'store-batches',
      text: STORE_BATCHES,
      values: columnsOf(
        sorted,
        sorted.map(({ counts }) => JSON.stringify(counts)),
      ),
    });
    const leftOut = new Map(rows.map(({ id, isGone }) => [id, isGone]));
    const gone = new Map(batches.filter(({ id }) => leftOut.get(id)).map((batch) => [batch, unknownKey()]));
    const events = eventsOf(batches.filter(({ id }) => !leftOut.has(id)));
    // Last, because the counters are held until the end.
    const full = events.size > 0 ? await count(sql, events) : new Map();
    await sql.query(full.size > 0 ? 'ROLLBACK' : 'COMMIT');
    return { gone, full };
  });
}

export async function storeStructures(sql: Queryable, batches: CollectedBatch[]): Promise<void> {
  const structures = batches.flatMap(({ projectId, structure }) => (structure ? [{ projectId, ...structure }] : []));
  if (structures.length === 0) return;
  const keys = [structures.map(({ projectId }) => projectId), structures.map(({ hash }) => hash)];
  await sql.query(KEEP_STRUCTURES, keys);
  await sql.query(STORE_STRUCTURES, [...keys, structures.map(({ content }) => content)]);
}

/** By organization. */
export function eventsOf(batches: CollectedBatch[]): Map<string, number> {
  const events = new Map<string, number>();
  for (const { organizationId, eventCount } of batches) {
    if (eventCount > 0) events.set(organizationId, (events.get(organizationId) ?? 0) + eventCount);
  }
  return events;
}
