import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { MIB } from '../../../lib/bytes.ts';
import type { TimelineQuery, TimelineStep } from '../../../types/collection.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { assertWithin } from '../../platform/input/bounds.ts';
import { EVENT_TIME } from './event-time.ts';
import type { StoredEvent } from './read-event.ts';

/** Maximum number of steps; the latest ones. */
export const MAX_STEPS = 200;
/** Time after the annotation in which earlier events may still arrive. */
const SENDING_DELAY = '1 minute';

/** Batches that a visitor may send within that delay, beyond those with the steps. */
const DELAYED_BATCHES = 60;
/**
 * Bytes of JSON read per timeline, newest batches first. 200 steps of an ordinary visit take a
 * tenth. A third party can fill a session up to the project's hourly quota, and a list reads a
 * hundred timelines.
 */
const MAX_BYTES = MIB;

/** Each batch has at least one event. Batches beyond the limit are not unnested. */
const TIMELINES = statement(
  'session-timeline/timelines',
  `SELECT q.ordinal::int AS "ordinal!", s.url, s.at AS "at!", s.event AS "event!"
  FROM unnest($projectIds::uuid[], $sessionIds::text[], $untils::timestamptz[], $lasts::int[])
       WITH ORDINALITY AS q(project_id, session_id, until, last, ordinal)
 CROSS JOIN LATERAL (
   SELECT b.url, ${EVENT_TIME} AS at, e AS event
     FROM (SELECT *, sum(octet_length(events::text)) OVER newest AS newer
             FROM (SELECT id, url, received_at, shift_ms, events FROM collected_batches
                    WHERE project_id = q.project_id AND session_id = q.session_id
                      AND received_at <= q.until + interval '${SENDING_DELAY}'
                    ORDER BY received_at DESC, id DESC LIMIT q.last + ${DELAYED_BATCHES}) newest_batches
           WINDOW newest AS (ORDER BY received_at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) b,
          json_array_elements(b.events) AS e
    WHERE coalesce(b.newer, 0) < ${MAX_BYTES} AND ${EVENT_TIME} <= q.until
    ORDER BY 2 DESC LIMIT q.last) AS s
 ORDER BY 1, 3`,
).narrow<{ event: StoredEvent }>();

/**
 * Reads several session timelines, each up to a moment, oldest steps first, as long as single
 * events are retained.
 */
export async function readTimelines(pool: pg.Pool, queries: TimelineQuery[]): Promise<TimelineStep[][]> {
  const rows = await TIMELINES.rows(pool, {
    projectIds: queries.map(({ projectId }) => projectId),
    sessionIds: queries.map(({ sessionId }) => sessionId),
    untils: queries.map(({ until }) => until),
    lasts: queries.map(({ last }) => last),
  });
  const timelines: TimelineStep[][] = queries.map(() => []);
  for (const { ordinal, url, at, event } of rows) timelines[ordinal - 1]?.push(stepOf(url, at, event));
  return timelines;
}

/**
 * Reads the visitor's steps before an annotation, from the session in its metadata. The caller must
 * have checked access to the annotation.
 *
 * @throws BAD_USER_INPUT
 */
export async function timelineOf(
  ctx: Context<'collection'>,
  annotation: { projectId: string; metadata: unknown; createdAt: Date },
  last = MAX_STEPS,
): Promise<TimelineStep[]> {
  assertWithin({ last: [last, { minimum: 1, maximum: MAX_STEPS }] });
  const { sessionId } = annotation.metadata as { sessionId?: unknown };
  if (typeof sessionId !== 'string' || sessionId === '') return [];
  const { projectId, createdAt: until } = annotation;
  return ctx.services.collection.sessionTimeline({ projectId, sessionId, until, last });
}

/**
 * Reads the complete session timeline of an annotation.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listSessionTimeline(
  ctx: Context<'collection' | 'pool'>,
  annotationId: string,
): Promise<TimelineStep[]> {
  return timelineOf(ctx, await requireAnnotation(ctx, annotationId, 'diagnostics.read'));
}

const stepOf = (url: string, at: Date, event: StoredEvent): TimelineStep => ({
  type: event.type,
  at,
  url,
  selector: textOf(event.elementMetadata?.selector),
  text: textOf(event.elementMetadata?.text),
  position: event.position ?? null,
  inputType: event.inputType ?? null,
  valueLength: event.valueLength ?? null,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
