import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { MIB } from '../../../lib/bytes.ts';
import type { TrailQuery, TrailStep } from '../../../types/collection.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { assertWithin } from '../../platform/input/bounds.ts';
import { EVENT_TIME } from './event-time.ts';
import type { StoredEvent } from './read-event.ts';

/** The most steps of a trail that are told, the newest ones. */
export const MAX_STEPS = 200;
/** What was sent after the annotation may still tell of a moment before it. */
const SENT_LATER = '1 minute';

/** What a visitor may send within that, on top of the batches that hold the steps. */
const BATCHES_LATER = 60;
/**
 * How much of a session is looked through for one trail, the newest batches, as JSON: 200 steps of an ordinary visit take a tenth. A
 * stranger can put as much into one as the project keeps within an hour, and a list reads a hundred trails.
 */
const MAX_BYTES = MIB;

/** Each batch holds an event at least. What is not looked at is not unfolded either. */
const TRAILS = `SELECT q.place::int, s.url, s.at, s.event
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[])
       WITH ORDINALITY AS q(project_id, session_id, until, last, place)
 CROSS JOIN LATERAL (
   SELECT b.url, ${EVENT_TIME} AS at, e AS event
     FROM (SELECT *, sum(octet_length(events::text)) OVER newest AS newer
             FROM (SELECT id, url, received_at, shift_ms, events FROM collected_batches
                    WHERE project_id = q.project_id AND session_id = q.session_id
                      AND received_at <= q.until + interval '${SENT_LATER}'
                    ORDER BY received_at DESC, id DESC LIMIT q.last + ${BATCHES_LATER}) newest_batches
           WINDOW newest AS (ORDER BY received_at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) b,
          json_array_elements(b.events) AS e
    WHERE coalesce(b.newer, 0) < ${MAX_BYTES} AND ${EVENT_TIME} <= q.until
    ORDER BY 2 DESC LIMIT q.last) AS s
 ORDER BY 1, 3`;

/** The ways that several sessions went up to a moment each, oldest steps first, as long as events are kept one by one. */
export async function readTrails(pool: pg.Pool, queries: TrailQuery[]): Promise<TrailStep[][]> {
  const { rows } = await pool.query<{ place: number; url: string; at: Date; event: StoredEvent }>(TRAILS, [
    queries.map(({ projectId }) => projectId),
    queries.map(({ sessionId }) => sessionId),
    queries.map(({ until }) => until),
    queries.map(({ last }) => last),
  ]);
  const trails: TrailStep[][] = queries.map(() => []);
  for (const { place, url, at, event } of rows) trails[place - 1]?.push(stepOf(url, at, event));
  return trails;
}

/**
 * What the visitor did before writing an annotation: the session that its metadata names. Whoever calls has shown that the
 * caller may read the annotation.
 * @throws BAD_USER_INPUT
 */
export async function trailOf(
  ctx: Context,
  annotation: { projectId: string; metadata: unknown; createdAt: Date },
  last = MAX_STEPS,
): Promise<TrailStep[]> {
  assertWithin({ last: [last, { minimum: 1, maximum: MAX_STEPS }] });
  const { sessionId } = annotation.metadata as { sessionId?: unknown };
  if (typeof sessionId !== 'string' || sessionId === '') return [];
  const { projectId, createdAt: until } = annotation;
  return ctx.services.collection.trail({ projectId, sessionId, until, last });
}

/** The whole trail of an annotation. @throws UNAUTHENTICATED, NOT_FOUND */
export async function listTrail(ctx: Context, annotationId: string): Promise<TrailStep[]> {
  return trailOf(ctx, await requireAnnotation(ctx, annotationId, 'annotation.read'));
}

const stepOf = (url: string, at: Date, event: StoredEvent): TrailStep => ({
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
