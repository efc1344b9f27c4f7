import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { IS_AWAKE } from '../../core/annotations/reader-threads.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { countUnread } from './list-notifications.ts';

/** Max notifications of one call. */
const MAX_IDS = 500;

const readInput = z.object({
  ids: z
    .array(z.string().refine(isId, 'must be a UUID'))
    .max(MAX_IDS, `must list at most ${MAX_IDS} notifications`)
    .nullish(),
});

/** Locks in the order in which the worker finishes mails. */
const MARK = statement(
  'mark-read/mark',
  `WITH unread AS (
    SELECT n.id FROM notifications n JOIN memberships m ON m.id = n.membership_id
     WHERE m.organization_id = $organizationId AND m.user_id = $userId AND n.read_at IS NULL
       AND ($ids?::uuid[] IS NULL OR n.id = ANY($ids?)) AND ($annotationId?::uuid IS NULL OR n.annotation_id = $annotationId?)
       AND ($ids?::uuid[] IS NOT NULL OR ${IS_AWAKE})
     ORDER BY n.id FOR UPDATE OF n
  )
  UPDATE notifications n SET read_at = now() FROM unread WHERE n.id = unread.id
  RETURNING n.membership_id AS topic`,
);

/**
 * Marks the user's notifications in an organization as read: the listed ones, or all except those
 * of snoozed threads. Other ids have no effect.
 *
 * @returns the number of unread ones that remain
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function markRead(
  ctx: Context<'pool' | 'publishNotifications'>,
  { organizationId, ...args }: { organizationId: string; ids?: string[] | null },
): Promise<{ count: number }> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  const { ids } = parseInput(readInput, args);
  await mark(ctx, organizationId, { ids });
  return countUnread(ctx, organizationId);
}

/**
 * Marks the user's notifications of a thread as read. Those of a snoozed thread stay unread for
 * its return.
 *
 * @throws the errors of `requireAnnotation`
 */
export async function markThreadRead(
  ctx: Context<'pool' | 'publishNotifications'>,
  annotationId: string,
): Promise<{ count: number }> {
  const { organizationId } = await requireAnnotation(ctx, annotationId, 'annotation.read');
  await mark(ctx, organizationId, { annotationId });
  return countUnread(ctx, organizationId);
}

async function mark(
  ctx: Context<'pool' | 'publishNotifications'>,
  organizationId: string,
  { ids, annotationId }: { ids?: string[] | null; annotationId?: string },
): Promise<void> {
  const values = { organizationId, userId: requireUser(ctx), ids: ids ?? null, annotationId: annotationId ?? null };
  const changed = await MARK.first(ctx.services.pool, values);
  // The id of the membership stands for its count.
  if (changed) ctx.services.publishNotifications([{ topic: changed.topic, id: changed.topic }]);
}
