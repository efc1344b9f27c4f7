import type pg from 'pg';
import type { CollectedBatch } from '../../collection.ts';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../infrastructure/transaction.ts';
import { unknownKey } from '../projects/project-key.ts';

/** A database that does not answer is away: what it may have committed is known again by the repeat. */
const ANSWER_WITHIN_MS = 5_000;
const DAY_MS = 86_400_000;

/**
 * A batch whose clock is far off lies on the day of its arrival: the first of two may lie on the day before. Asked only where
 * it may be: the question opens every day's partition.
 */
const NOT_A_DAY_BEFORE = `(abs(shift_ms) < ${DAY_MS} OR NOT EXISTS (
             SELECT FROM collected_batches AS b
              WHERE b.digest = decode(sent.digest, 'hex') AND b.project_id = sent.project_id AND b.day = sent.day - 1))`;

export const isBatchFarOff = ({ shiftMs }: CollectedBatch): boolean => Math.abs(shiftMs) >= DAY_MS;

/**
 * One group of batches with everything that is due for them, as parts of a WITH: `sent`, and `kept` of what is neither there
 * already nor of a project that is gone.
 * @param condition on which a batch is kept
 */
export const storeParts = (condition = 'true'): string => `sent AS (
    SELECT * FROM unnest($1::date[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::timestamptz[], $10::bigint[], string_to_array($11, E'\\x1e'), string_to_array($12, E'\\x1e'), $13::text[],
      $14::bigint[], $15::text[])
      AS sent(day, id, project_id, digest, session_id, url, url_key, user_agent, received_at, shift_ms, events, counts,
              structure, structure_at, changes)
  ), living AS (
    SELECT id FROM projects WHERE id = ANY($3::uuid[]) AND deleted_at IS NULL
  ), kept AS (
    INSERT INTO collected_batches (day, id, project_id, digest, session_id, page_id, url, user_agent, received_at, shift_ms, events)
    SELECT day, id, project_id, decode(digest, 'hex'), session_id, md5(url_key)::uuid, url, user_agent, received_at, shift_ms, events::json
      FROM sent WHERE project_id IN (SELECT id FROM living) AND ${condition}
    ON CONFLICT DO NOTHING RETURNING id
  ), uncounted AS (
    INSERT INTO collected_uncounted (batch_id, project_id, session_id, page_id, url, received_at, counts, structure, structure_at, changes)
    SELECT id, project_id, session_id, md5(url_key)::uuid, url_key, received_at, counts::json, decode(structure, 'hex'), structure_at, changes::json
      FROM sent WHERE id IN (SELECT id FROM kept) AND counts <> ''
  )`;

/** Which of them were left out. */
const STORE_BATCHES = `WITH ${storeParts(NOT_A_DAY_BEFORE)}
  SELECT id, project_id NOT IN (SELECT id FROM living) AS "isGone" FROM sent WHERE id NOT IN (SELECT id FROM kept)`;

/** A state that was made of changes may go at any moment, one that a page sent whole stays. */
const KEEP_STRUCTURES = `UPDATE page_structures AS p SET whole = true
  FROM unnest($1::uuid[], $2::text[]) AS s(project_id, hash)
 WHERE p.project_id = s.project_id AND p.hash = decode(s.hash, 'hex') AND NOT p.whole`;

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

/** Stores batches and counts their events, all or none. */
export async function storeBatches(pool: pg.Pool, batches: CollectedBatch[], count: CountEvents): Promise<Stored> {
  const sorted = inOrder(batches);
  return onConnection(pool, async (sql) => {
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

/** After a failure the connection is closed, which rolls back: one that did not answer in time may still be at work. */
export async function onConnection<T>(pool: pg.Pool, work: (sql: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(impatient(client));
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

function impatient(client: pg.PoolClient): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    client.query({
      ...(typeof statement === 'string' ? { text: statement, values } : statement),
      query_timeout: ANSWER_WITHIN_MS,
    } as pg.QueryConfig);
  return { query: query as Queryable['query'] };
}

/** JSON escapes control characters within texts: it never holds this one. */
const SEPARATOR = '\x1e';

/**
 * The values of {@link storeParts}.
 * @param counts JSON of what each batch adds to the daily counts; empty where the counts of another hold it
 */
export function columnsOf(batches: CollectedBatch[], counts: string[]): unknown[] {
  return [
    batches.map(({ day }) => day),
    batches.map(({ id }) => id),
    batches.map(({ projectId }) => projectId),
    batches.map(({ digest }) => digest),
    batches.map(({ sessionId }) => sessionId),
    batches.map(({ url }) => url),
    batches.map(({ urlKey }) => urlKey),
    batches.map(({ userAgent }) => userAgent),
    batches.map(({ receivedAt }) => receivedAt.toISOString()),
    batches.map(({ shiftMs }) => shiftMs),
    // Written as arrays, every quote of the JSON would be escaped here and unescaped there.
    batches.map(({ events }) => events).join(SEPARATOR),
    counts.join(SEPARATOR),
    batches.map(({ structure }) => structure?.hash ?? null),
    batches.map(({ structure }) => structure?.at ?? null),
    batches.map(({ changes }) => changes),
  ];
}

/** Whether the database, and not a statement of ours, is what failed: no state, or one of the server's own troubles. */
export const isAway = (error: unknown): boolean => {
  if (error === undefined || error instanceof AppError) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || code.length !== 5 || /^(08|25|53|57|58|XX)/.test(code);
};

/** Whether a statement lost against another one and can be tried again. */
export const isConflict = (error: unknown): boolean => /^40/.test(String((error as { code?: unknown })?.code ?? ''));
