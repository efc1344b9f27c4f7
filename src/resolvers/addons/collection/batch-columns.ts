import type { CollectedBatch } from '../../../types/collection.ts';

/**
 * SQL CTEs that store one group of batches: `sent`, all of them, and `kept`, without repeats and
 * without batches of deleted projects.
 *
 * @param condition on which a batch is stored
 */
export const storeCtes = (condition = 'true'): string => `sent AS (
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

/** JSON escapes control characters in strings, so this one never occurs in it. */
const SEPARATOR = '\x1e';

/**
 * Parameter values of {@link storeCtes}.
 *
 * @param counts per batch, JSON of its daily counts; empty if another batch includes them
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
    // As an array parameter, every quote of the JSON would be escaped here and unescaped by the
    // server.
    batches.map(({ events }) => events).join(SEPARATOR),
    counts.join(SEPARATOR),
    batches.map(({ structure }) => structure?.hash ?? null),
    batches.map(({ structure }) => structure?.at ?? null),
    batches.map(({ changes }) => changes),
  ];
}

/** Number of parameters of {@link storeCtes}. */
export const STORE_PARAMETER_COUNT = columnsOf([], []).length;
