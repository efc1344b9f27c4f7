import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { PinFacts } from '../verdicts/types.ts';
import { type GuardScope, SCOPE, scopeOf, scopeValues } from './guard-scope.ts';

/** The accepted look of a resolved annotation, and the reported one. */
export interface GuardedLook {
  guardId: string;
  annotationId: string;
  /** Whether the guard watches this environment and viewport, or only another one. */
  isHere: boolean;
  reported: PinFacts;
  accepted: PinFacts;
  isByPixels: boolean;
  reportedKey: string | null;
  acceptedKey: string | null;
}

const place = `(${scopeOf('g')})`;

/** The guard of this place, or else one whose look may appear here, unless one was retired here. */
const GUARDS = statement(
  'load-looks/guards',
  `SELECT DISTINCT ON (g.annotation_id) g.id AS "guardId", g.annotation_id AS "annotationId",
         ${place} = ${SCOPE} AS "isHere!", g.reported, g.accepted, g.is_by_pixels AS "isByPixels",
         g.reported_key AS "reportedKey", g.accepted_key AS "acceptedKey"
    FROM guards g JOIN annotations a ON a.id = g.annotation_id AND a.status = 'resolved'
   WHERE g.annotation_id = ANY($annotationIds::uuid[]) AND g.state = 'active'
     AND NOT EXISTS (SELECT FROM guards r WHERE r.annotation_id = g.annotation_id AND (${scopeOf('r')}) = ${SCOPE}
                        AND r.state = 'retired' AND r.ended_at > g.created_at)
   ORDER BY g.annotation_id, (${place} = ${SCOPE}) DESC, (g.viewport_width = $viewportWidth::int) DESC, g.created_at DESC, g.id DESC`,
).narrow<Pick<GuardedLook, 'reported' | 'accepted'>>();

/** Accepted looks for a place, by annotation. */
export type GuardedLooks = ReadonlyMap<string, GuardedLook>;

/** Loads the accepted looks of resolved annotations for a place. */
export async function loadLooks(
  { services: { pool } }: Context<'pool'>,
  annotationIds: readonly string[],
  here: GuardScope,
): Promise<GuardedLooks> {
  const rows = await GUARDS.rows(pool, { annotationIds, ...scopeValues(here) });
  return new Map(rows.map((guard) => [guard.annotationId, guard]));
}
