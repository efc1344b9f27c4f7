import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';

const MAX_DAYS = 366;

const snoozeInput = z.object({
  until: z
    .date()
    .refine((until) => until.getTime() > Date.now(), 'must be in the future')
    .refine((until) => until.getTime() <= Date.now() + MAX_DAYS * DAY_MS, `must be within ${MAX_DAYS} days`)
    .nullish(),
});

/**
 * The newest notification becomes unread, so that its return is noticed. It was read before a mail
 * could contain it: none will. The lock of the membership comes first, as where it is deleted.
 */
const SET = statement(
  'snooze-annotation/set',
  `WITH own AS (
    SELECT m.id FROM memberships m WHERE m.organization_id = $organizationId AND m.user_id = $userId FOR KEY SHARE
  ), reopened AS (
    UPDATE notifications n SET read_at = NULL, mail_topic = NULL FROM own
     WHERE n.read_at IS NOT NULL AND n.id = (
       SELECT l.id FROM notifications l WHERE l.annotation_id = $id AND l.membership_id = own.id
        ORDER BY l.created_at DESC, l.id DESC LIMIT 1)
  )
  INSERT INTO snoozes (annotation_id, membership_id, until, created_at)
  SELECT $id, own.id, $until::timestamptz, clock_timestamp() FROM own
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET until = excluded.until, created_at = excluded.created_at
  RETURNING membership_id AS topic`,
);

const END = statement(
  'snooze-annotation/end',
  `DELETE FROM snoozes s USING memberships m
  WHERE s.annotation_id = $id AND m.id = s.membership_id AND m.organization_id = $organizationId AND m.user_id = $userId
  RETURNING m.id AS topic`,
);

/**
 * Takes a thread out of the user's inbox until a time, or until a newer notification; null returns
 * it at once. Its newest notification is unread then.
 *
 * @throws BAD_USER_INPUT
 * @throws the errors of `requireAnnotation`
 */
export async function snoozeAnnotation(
  ctx: Context<'pool' | 'publishNotifications'>,
  id: string,
  args: unknown,
): Promise<Annotation> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.read');
  const { until } = parseInput(snoozeInput, args);
  const reader = { id, organizationId: annotation.organizationId, userId: requireUser(ctx) };
  const { pool } = ctx.services;
  const changed = until ? await SET.first(pool, { ...reader, until }) : await END.first(pool, reader);
  // The id of the membership stands for its count.
  if (changed) ctx.services.publishNotifications([{ topic: changed.topic, id: changed.topic }]);
  return annotation;
}
