import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { type AppError, conflict } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCan, requireUser, viaOf } from '../../platform/policies/access.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { insertComment } from './add-comment.ts';
import { type AnnotationAccess, requireAnnotation } from './require-annotation.ts';

/** Claim of a member, or of an access token, which its name shows. */
export interface AnnotationClaim {
  /** UUID of the annotation. */
  id: string;
  name: string;
  userId: string;
  via: string | null;
  since: Date;
  until: Date;
}

/** Time for which a claim counts, unless it is renewed. */
const LEASE = "interval '2 hours'";

/** Condition of claims `c` that count: neither their time nor their access token has ended. */
const COUNTS = `(c.expires_at > now() AND NOT EXISTS (SELECT FROM access_tokens ended
  WHERE ended.id = c.via AND (ended.revoked_at IS NOT NULL OR ended.expires_at <= now())))`;
/** Condition of claims `c` of a membership and an access token. */
const isOf = (membershipId: string, via: string) =>
  `(c.membership_id = ${membershipId} AND c.via IS NOT DISTINCT FROM ${via})`;

const BY_ID = statement(
  'claims/by-id',
  `SELECT c.annotation_id AS id, coalesce(t.name, u.name) AS "name!", m.user_id AS "userId", c.via,
         c.created_at AS since, c.expires_at AS until
    FROM annotation_claims c
    JOIN memberships m ON m.id = c.membership_id
    JOIN users u ON u.id = m.user_id
    LEFT JOIN access_tokens t ON t.id = c.via
   WHERE c.annotation_id = ANY($ids::uuid[]) AND ${COUNTS}`,
);

const claimById = rowReader(BY_ID);

/** Claim of an annotation that counts now; null without one, and for guests. */
export const claimOf = (
  ctx: Context<'pool'>,
  { id }: Pick<Annotation, 'id'>,
): Promise<AnnotationClaim | null> | null => (ctx.reader.isGuest ? null : claimById(ctx, id));

/** The holder keeps the time of the first claim. Another one replaces only what has ended. */
const CLAIM = statement(
  'claims/claim',
  `INSERT INTO annotation_claims AS c (annotation_id, membership_id, via, expires_at)
  SELECT $id, m.id, $via?::uuid, now() + ${LEASE} FROM memberships m WHERE m.organization_id = $organizationId AND m.user_id = $userId
  ON CONFLICT (annotation_id) DO UPDATE
    SET membership_id = excluded.membership_id, via = excluded.via, expires_at = excluded.expires_at,
        created_at = CASE WHEN ${COUNTS} AND ${isOf('excluded.membership_id', 'excluded.via')}
                          THEN c.created_at ELSE excluded.created_at END
    WHERE $takeOver OR NOT ${COUNTS} OR ${isOf('excluded.membership_id', 'excluded.via')}`,
);

/** Members release any claim, access tokens their own. */
const RELEASE = statement(
  'claims/release',
  `DELETE FROM annotation_claims c USING memberships m
  WHERE c.annotation_id = $id AND m.organization_id = $organizationId AND m.user_id = $userId
    AND ($via?::uuid IS NULL OR ${isOf('m.id', '$via?')})`,
);

/**
 * Claims an annotation for two hours, or renews the claim. Others see it; nothing is locked.
 *
 * @throws CONFLICT while somebody else claims it, unless the caller takes over
 * @throws CONFLICT for a resolved annotation
 */
export async function claimAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  { id, takeOver }: { id: string; takeOver?: boolean | null },
): Promise<AnnotationAccess> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.change');
  if (annotation.status === 'resolved') throw conflict('The annotation is resolved; reopen it before you work on it');
  const values = {
    id,
    organizationId: annotation.organizationId,
    userId: requireUser(ctx),
    via: viaOf(ctx),
    takeOver: takeOver ?? false,
  };
  const isClaimed = await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await CLAIM.run(sql, values);
    if (rowCount === 1) await recordClaimChange(sql, annotation, requireUser(ctx));
    return rowCount === 1;
  });
  if (!isClaimed) throw await claimedByOther(ctx, annotation);
  ctx.services.wakeRelay();
  return annotation;
}

async function claimedByOther(ctx: Context<'pool'>, annotation: Annotation): Promise<AppError> {
  const claim = await claimOf(ctx, annotation);
  const holder = claim
    ? `${claim.name} is working on this until ${claim.until.toISOString()}`
    : 'Someone is working on this';
  return conflict(`${holder}; work on another annotation. A member can take over with takeOver: true`);
}

const releaseInput = z.object({ content: contentInput.nullish() });

/**
 * Releases the claim of an annotation, and replies internally with the reason. A member releases
 * any claim, an access token its own.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function releaseAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  { id, ...args }: { id: string; content?: string | null },
): Promise<AnnotationAccess> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.change');
  const { content }: z.infer<typeof releaseInput> = parseInput(releaseInput, args);
  if (content != null) assertCan(ctx, annotation.role, 'comment.create');
  const userId = requireUser(ctx);
  const request = {
    client: `user:${userId}`,
    operation: 'releaseAnnotation',
    input: { id, content },
    inSteps: true,
  } as const;
  await withIdempotencyKey(ctx, request, async (sql) => {
    const released = { id, organizationId: annotation.organizationId, userId, via: viaOf(ctx) };
    const { rowCount } = await RELEASE.run(sql, released);
    if (content != null) {
      await insertComment(sql, annotation, { userId, via: viaOf(ctx) }, { content, visibility: 'internal' });
    }
    if (rowCount) await recordClaimChange(sql, annotation, userId);
    return { id };
  });
  ctx.services.wakeRelay();
  return requireAnnotation(ctx, id, 'annotation.change');
}

/** Tells live updates of members; guests see no claims. */
const recordClaimChange = (sql: Queryable, { id, projectId, organizationId }: AnnotationAccess, actorId: string) =>
  recordEvent(sql, {
    type: 'annotation.updated',
    organizationId,
    projectId,
    annotationId: id,
    visibility: 'internal',
    data: NO_EVENT_DATA,
    actorId,
  });
