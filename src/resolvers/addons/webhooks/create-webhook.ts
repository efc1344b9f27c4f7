import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { requireOrganizationOrFirst } from '../../core/organizations/require-organization.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { destinationOf } from '../deliveries/destinations.ts';
import { type Receiver, takeCredentials } from './basic-auth.ts';
import { WEBHOOK_COLUMNS, type WebhookRecord, type WebhookRow } from './webhook.ts';
import { eventsInput, idInput, newSecret, secretInput } from './webhook-input.ts';

const webhookInput = z.object({
  url: urlInput,
  events: eventsInput,
  secret: secretInput.nullish(),
  organizationId: idInput,
  projectId: idInput,
  includeInternal: z.boolean().nullish(),
});

type WebhookInput = z.infer<typeof webhookInput> & { organizationId: string };
type SealedWebhook = WebhookRow & { secret: string };

const INSERT = statement(
  'create-webhook/insert',
  `WITH w AS (
    INSERT INTO webhooks (id, organization_id, project_id, url, host, events, secret, include_internal, basic_auth, updated_at)
    VALUES ($id, $organizationId, $projectId?, $url, $host, $events, $secret, $includeInternal, $basicAuth?, now()) RETURNING *
  )
  SELECT ${WEBHOOK_COLUMNS}, w.secret FROM w`,
);

/**
 * Creates a webhook. Only this result contains its secret.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function createWebhook(
  ctx: Context<'db' | 'outbound' | 'pool' | 'secretBox'>,
  args: unknown,
): Promise<WebhookRecord & { secret: string }> {
  const userId = requireUser(ctx);
  const given: z.infer<typeof webhookInput> = parseInput(webhookInput, args);
  const organizationId = await requireOrganizationOrFirst(ctx, given.organizationId, 'webhook.manage');
  const input: WebhookInput = { ...given, organizationId };
  await assertOwnProject(ctx, input);
  const receiver = takeCredentials(input.url);
  if (receiver.basicAuth === undefined) throw badField('url', 'enter the user name and the password');
  await assertReachable(ctx.services.outbound, receiver.url);
  const sealed = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'createWebhook', input, inSteps: true },
    async (sql) => {
      const webhook = await insertWebhook(ctx, sql, input, receiver);
      await recordAudit(sql, ctx, { organizationId, action: 'webhook_created', target: webhookTarget(webhook) });
      return webhook;
    },
  );
  // The stored result of the idempotency key contains the encrypted secret.
  return { ...sealed, secret: ctx.services.secretBox.open(sealed.secret, sealed.id), lastDelivery: null };
}

function insertWebhook(
  { services: { secretBox } }: Context<'secretBox'>,
  sql: Queryable,
  input: WebhookInput,
  { url, basicAuth }: Receiver,
): Promise<SealedWebhook> {
  const { organizationId, projectId, events, secret, includeInternal } = input;
  const id = newId();
  const sealed = secretBox.seal(secret ?? newSecret(), id);
  return INSERT.one(sql, {
    id,
    organizationId,
    projectId,
    url,
    host: destinationOf(url),
    events,
    secret: sealed,
    includeInternal: includeInternal ?? false,
    basicAuth: basicAuth ? secretBox.seal(basicAuth, id) : null,
  });
}

async function assertOwnProject(ctx: Context<'db'>, { organizationId, projectId }: WebhookInput): Promise<void> {
  if (!projectId) return;
  const project = await ctx.services.db.project.findFirst({
    where: { id: projectId, organizationId, deletedAt: null },
    select: { id: true },
  });
  if (!project) throw badField('projectId', 'must be a project of the organization');
}
