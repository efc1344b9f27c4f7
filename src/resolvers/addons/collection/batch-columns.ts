import type { CollectedBatch } from '../../../types/collection.ts';

/**
 * SQL CTEs that store one group of batches: `sent`, all of them, and `kept`, without repeats and
 * without batches of deleted projects.
 *
 * @param condition on which a batch is stored
 */
export const storeCtes = (condition = 'true'): string => `sent AS (
    SELECT * FROM unnest($days::date[], $ids::uuid[], $projectIds::uuid[], $digests::text[], $sessionIds::text[], $urls::text[],
      $urlKeys::text[], $userAgents::text[], $times::timestamptz[], $shifts::bigint[],
      string_to_array($events, E'\\x1e'), string_to_array($counts, E'\\x1e'), $structures::text[], $structureTimes::bigint[],
      $changes::text[])
      AS sent(day, id, project_id, digest, session_id, url, url_key, user_agent, received_at, shift_ms, events, counts,
              structure, structure_at, changes)
  ), living AS (
    SELECT id FROM projects WHERE id = ANY($projectIds::uuid[]) AND deleted_at IS NULL
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
export function columnsOf(batches: CollectedBatch[], counts: string[]) {
  return {
    days: batches.map(({ day }) => day),
    ids: batches.map(({ id }) => id),
    projectIds: batches.map(({ projectId }) => projectId),
    digests: batches.map(({ digest }) => digest),
    sessionIds: batches.map(({ sessionId }) => sessionId),
    urls: batches.map(({ url }) => url),
    urlKeys: batches.map(({ urlKey }) => urlKey),
    userAgents: batches.map(({ userAgent }) => userAgent),
    times: batches.map(({ receivedAt }) => receivedAt.toISOString()),
    shifts: batches.map(({ shiftMs }) => shiftMs),
    // As an array parameter, every quote of the JSON would be escaped here and unescaped by the
    // server.
    events: batches.map(({ events }) => events).join(SEPARATOR),
    counts: counts.join(SEPARATOR),
    structures: batches.map(({ structure }) => structure?.hash ?? null),
    structureTimes: batches.map(({ structure }) => structure?.at ?? null),
    changes: batches.map(({ changes }) => changes),
  };
}
