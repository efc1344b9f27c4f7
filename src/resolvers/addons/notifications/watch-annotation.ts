import type { Context } from '../../../context.ts';
import type { Annotation, WatchState } from '../../../generated/prisma/client.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireUser } from '../../platform/policies/access.ts';

const SET = `INSERT INTO watchers (annotation_id, membership_id, state, changed_at)
  SELECT $1, m.id, $4, clock_timestamp() FROM memberships m WHERE m.organization_id = $2 AND m.user_id = $3
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`;

/**
 * Sets whether the user watches a thread.
 *
 * @throws the errors of `requireAnnotation`
 */
export async function watchAnnotation(ctx: Context<'pool'>, id: string, state: WatchState): Promise<Annotation> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.read');
  await ctx.services.pool.query(SET, [id, annotation.organizationId, requireUser(ctx), state]);
  return annotation;
}
