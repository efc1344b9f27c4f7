import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { requireOrganizationOrFirst } from '../../core/organizations/require-organization.ts';
import { laneOf } from '../../deliveries/lanes.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { assertReachable, outboundUrlInput } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { WEBHOOK_COLUMNS, type WebhookRecord, type WebhookRow } from './webhook.ts';
import { eventsInput, idInput, newSecret, secretInput } from './webhook-input.ts';

const webhookInput = z.object({
  url: outboundUrlInput,
  events: eventsInput,
  secret: secretInput.nullish(),
  organizationId: idInput,
  projectId: idInput,
});

type WebhookInput = z.infer<typeof webhookInput> & { organizationId: string };
type Sealed = WebhookRow & { secret: string };

const INSERT = `WITH w AS (
    INSERT INTO webhooks (id, organization_id, project_id, url, host, events, secret, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now()) RETURNING *
  )
  SELECT ${WEBHOOK_COLUMNS}, w.secret FROM w`;

/**
 * Makes a webhook. Its secret is in this answer alone.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function createWebhook(ctx: Context, args: unknown): Promise<WebhookRecord & { secret: string }> {
  const userId = requireUser(ctx);
  const given: z.infer<typeof webhookInput> = parseInput(webhookInput, args);
  const organizationId = await requireOrganizationOrFirst(ctx, given.organizationId, 'webhook.manage');
  const input: WebhookInput = { ...given, organizationId };
  await assertOwnProject(ctx, input);
  await assertReachable(ctx.services.outbound, input.url);
  const sealed = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'createWebhook', input, inSteps: true },
    async (sql) => {
      const webhook = await insertWebhook(ctx, sql, input);
      await recordAudit(sql, ctx, { organizationId, action: 'webhook_created', target: webhookTarget(webhook) });
      return webhook;
    },
  );
  // What createOnce keeps holds the secret sealed.
  return { ...sealed, secret: ctx.services.secretBox.open(sealed.secret, sealed.id), lastDelivery: null };
}

async function insertWebhook(ctx: Context, sql: Queryable, input: WebhookInput): Promise<Sealed> {
  const { organizationId, projectId, url, events, secret } = input;
  const id = newId();
  const sealed = ctx.services.secretBox.seal(secret ?? newSecret(), id);
  const { rows } = await sql.query(INSERT, [id, organizationId, projectId, url, laneOf(url), events, sealed]);
  return rows[0];
}

async function assertOwnProject(ctx: Context, { organizationId, projectId }: WebhookInput): Promise<void> {
  if (!projectId) return;
  const project = await ctx.services.db.project.findFirst({
    where: { id: projectId, organizationId, deletedAt: null },
    select: { id: true },
  });
  if (!project) throw badInput('projectId: must be a project of the organization');
}
