import type { Context } from '../../../context.ts';
import type { Annotation, WatchState } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireUser } from '../../platform/policies/access.ts';

const SET = statement(
  'watch-annotation/set',
  `INSERT INTO watchers (annotation_id, membership_id, state, changed_at)
  SELECT $id, m.id, $state, clock_timestamp() FROM memberships m WHERE m.organization_id = $organizationId AND m.user_id = $userId
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`,
);

/**
 * Sets whether the user watches a thread.
 *
 * @throws the errors of `requireAnnotation`
 */
export async function watchAnnotation(ctx: Context<'pool'>, id: string, state: WatchState): Promise<Annotation> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.read');
  await SET.run(ctx.services.pool, { id, organizationId: annotation.organizationId, userId: requireUser(ctx), state });
  return annotation;
}
