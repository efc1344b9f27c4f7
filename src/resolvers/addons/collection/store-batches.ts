import type pg from 'pg';
import type { AppError } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { type Queryable, runWithQueryTimeout } from '../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { CollectedBatch } from '../../../types/collection.ts';
import { unknownKey } from '../../core/projects/project-key.ts';
import { QUERY_TIMEOUT_MS } from '../../platform/sql/availability.ts';
import { columnsOf, storeCtes } from './batch-columns.ts';

/**
 * A batch with a far-off clock is stored under its day of arrival, so its repeat may arrive a day
 * later. Only such batches are checked, because the lookup opens a second partition.
 */
const NOT_STORED_DAY_BEFORE = `(abs(shift_ms) < ${DAY_MS} OR NOT EXISTS (
             SELECT FROM collected_batches AS b
              WHERE b.digest = decode(sent.digest, 'hex') AND b.project_id = sent.project_id AND b.day = sent.day - 1))`;

/** Detects a clock that is a day or more off. */
export const isClockFarOff = ({ shiftMs }: CollectedBatch): boolean => Math.abs(shiftMs) >= DAY_MS;

/** Selects the batches that were left out. */
const STORE_BATCHES = statement(
  'store-batches/store',
  `WITH ${storeCtes(NOT_STORED_DAY_BEFORE)}
  SELECT id AS "id!", project_id NOT IN (SELECT id FROM living) AS "isGone!" FROM sent WHERE id NOT IN (SELECT id FROM kept)`,
  { prepared: true },
);

/**
 * Structures made of merged changes may be deleted at any time; those sent as a whole stay.
 * Recently sent ones need no update.
 */
const TOUCH_STRUCTURES = statement(
  'store-batches/touch-structures',
  `UPDATE page_structures AS p SET whole = true, told_at = now()
  FROM unnest($projectIds::uuid[], $hashes::text[]) AS s(project_id, hash)
 WHERE p.project_id = s.project_id AND p.hash = decode(s.hash, 'hex')
   AND (NOT p.whole OR p.told_at < now() - interval '5 minutes')`,
);

/** Sorted, so that concurrent groups lock rows in the same order. */
const STORE_STRUCTURES = statement(
  'store-batches/store-structures',
  `INSERT INTO page_structures (project_id, hash, content, created_at)
  SELECT p.id, decode(s.hash, 'hex'), s.content::json, now()
    FROM unnest($projectIds::uuid[], $hashes::text[], $contents::text[]) AS s(project_id, hash, content)
    JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
   ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
);

/** Outcome of storing a group. */
export interface StoreResult {
  /** Errors of the batches whose project was deleted. */
  orphaned: Map<CollectedBatch, AppError>;
  /** Errors by organization whose plan cannot take its part. If not empty, nothing was stored. */
  overQuota: ReadonlyMap<string, AppError>;
}

/**
 * Adds to the used events of organizations.
 *
 * @returns errors of the organizations without quota
 */
export type CountEvents = (sql: Queryable, events: Map<string, number>) => Promise<Map<string, AppError>>;

/** Sorts by the index key, so that concurrent groups lock rows in the same order. */
export const sortByDigest = (batches: CollectedBatch[]): CollectedBatch[] =>
  [...batches].sort((a, b) => (a.digest < b.digest ? -1 : 1));

/**
 * Stores batches and counts their events, all or none. A repeat of a batch whose response was lost
 * is recognized.
 */
export async function storeBatches(pool: pg.Pool, batches: CollectedBatch[], count: CountEvents): Promise<StoreResult> {
  const sorted = sortByDigest(batches);
  return runWithQueryTimeout(pool, QUERY_TIMEOUT_MS, async (sql) => {
    await sql.query('BEGIN');
    // First, so that the counting job always finds the structure that a batch refers to.
    await storeStructures(sql, batches);
    const counts = sorted.map((batch) => JSON.stringify(batch.counts));
    const rows = await STORE_BATCHES.rows(sql, columnsOf(sorted, counts));
    const leftOut = new Map(rows.map(({ id, isGone }) => [id, isGone]));
    const orphaned = new Map(batches.filter(({ id }) => leftOut.get(id)).map((batch) => [batch, unknownKey()]));
    const events = countEventsByOrganization(batches.filter(({ id }) => !leftOut.has(id)));
    // Last, because the counter rows stay locked until the end.
    const overQuota = events.size > 0 ? await count(sql, events) : new Map();
    await sql.query(overQuota.size > 0 ? 'ROLLBACK' : 'COMMIT');
    return { orphaned, overQuota };
  });
}

export async function storeStructures(sql: Queryable, batches: CollectedBatch[]): Promise<void> {
  const structures = batches.flatMap(({ projectId, structure }) => (structure ? [{ projectId, ...structure }] : []));
  if (structures.length === 0) return;
  const keys = { projectIds: structures.map(({ projectId }) => projectId), hashes: structures.map(({ hash }) => hash) };
  await TOUCH_STRUCTURES.run(sql, keys);
  await STORE_STRUCTURES.run(sql, { ...keys, contents: structures.map(({ content }) => content) });
}

export function countEventsByOrganization(batches: CollectedBatch[]): Map<string, number> {
  const events = new Map<string, number>();
  for (const { organizationId, eventCount } of batches) {
    if (eventCount > 0) events.set(organizationId, (events.get(organizationId) ?? 0) + eventCount);
  }
  return events;
}
