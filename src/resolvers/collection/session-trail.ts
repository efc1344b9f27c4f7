import type { Context } from '../../context.ts';
import { requireAnnotation } from '../annotations/find-annotation.ts';
import { EVENT_TIME } from './event-time.ts';
import type { StoredEvent } from './read-event.ts';

/** One thing that a visitor did. */
export interface TrailStep {
  type: string;
  at: Date;
  url: string;
  selector: string | null;
  text: string | null;
  position: { x: number; y: number } | null;
  inputType: string | null;
  valueLength: number | null;
}

/** Steps of a trail, the newest ones. */
const MAX_STEPS = 200;
/** What was sent after the annotation may still tell of a moment before it. */
const SENT_LATER = '1 minute';

const TRAIL = `SELECT b.url, ${EVENT_TIME} AS at, e AS event
  FROM collected_batches b, json_array_elements(b.events) AS e
 WHERE b.project_id = $1 AND b.session_id = $2 AND b.received_at <= $3::timestamptz + interval '${SENT_LATER}'
   AND ${EVENT_TIME} <= $3
 ORDER BY 2 DESC LIMIT ${MAX_STEPS}`;

/**
 * What the visitor did before writing an annotation, oldest first: the events of the session that its metadata names, as
 * long as events are kept one by one.
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listTrail(ctx: Context, annotationId: string): Promise<TrailStep[]> {
  const annotation = await requireAnnotation(ctx, annotationId, 'annotation.read');
  const { sessionId } = annotation.metadata as { sessionId?: unknown };
  if (typeof sessionId !== 'string' || sessionId === '') return [];
  const { rows } = await ctx.services.pool.query<{ url: string; at: Date; event: StoredEvent }>(TRAIL, [
    annotation.projectId,
    sessionId,
    annotation.createdAt,
  ]);
  return rows.reverse().map(({ url, at, event }) => ({
    type: event.type,
    at,
    url,
    selector: textOf(event.elementMetadata?.selector),
    text: textOf(event.elementMetadata?.text),
    position: event.position ?? null,
    inputType: event.inputType ?? null,
    valueLength: event.valueLength ?? null,
  }));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
