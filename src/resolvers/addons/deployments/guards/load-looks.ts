import type { Context } from '../../../../context.ts';
import type { FixState } from '../../../../generated/prisma/client.ts';
import type { PinFacts } from '../verdicts/types.ts';
import { type GuardScope, scopeAt, scopeOf, scopeValues } from './guard-scope.ts';

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
const GUARDS = `SELECT DISTINCT ON (g.annotation_id) g.id AS "guardId", g.annotation_id AS "annotationId",
         ${place} = ${scopeAt(2)} AS "isHere", g.reported, g.accepted, g.is_by_pixels AS "isByPixels",
         g.reported_key AS "reportedKey", g.accepted_key AS "acceptedKey"
    FROM guards g JOIN annotations a ON a.id = g.annotation_id AND a.status = 'resolved'
   WHERE g.annotation_id = ANY($1::uuid[]) AND g.state = 'active'
     AND NOT EXISTS (SELECT FROM guards r WHERE r.annotation_id = g.annotation_id AND (${scopeOf('r')}) = ${scopeAt(2)}
                        AND r.state = 'retired' AND r.ended_at > g.created_at)
   ORDER BY g.annotation_id, (${place} = ${scopeAt(2)}) DESC, (g.viewport_width = $3::int) DESC, g.created_at DESC, g.id DESC`;

const FIXES = `SELECT f.annotation_id AS "annotationId", f.state FROM annotation_fixes f
  WHERE f.annotation_id = ANY($1::uuid[]) AND (${scopeOf('f')}) = ${scopeAt(2)}`;

/** Looks and states of annotations in a place, by annotation. */
export interface KnownLooks {
  guards: Map<string, GuardedLook>;
  states: Map<string, FixState>;
}

/** Loads the accepted looks of annotations, and the states that earlier deployments found. */
export async function loadLooks(
  { services: { pool } }: Context<'pool'>,
  annotationIds: readonly string[],
  here: GuardScope,
): Promise<KnownLooks> {
  const values = [annotationIds, ...scopeValues(here)];
  const guards = await pool.query<GuardedLook>(GUARDS, values);
  const fixes = await pool.query<{ annotationId: string; state: FixState }>(FIXES, values);
  return {
    guards: new Map(guards.rows.map((guard) => [guard.annotationId, guard])),
    states: new Map(fixes.rows.map(({ annotationId, state }) => [annotationId, state])),
  };
}
