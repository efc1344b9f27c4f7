import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { destinationOf, integrationDestination } from '../deliveries/destinations.ts';
import { credentialHint, openCredentials, sealCredentials } from './credentials.ts';
import { assertLabelsOfProject, filterInput } from './filter.ts';
import {
  EVENT_TYPES,
  INTEGRATION_COLUMNS,
  type IntegrationRecord,
  type IntegrationRow,
  NOTICES,
  type NoticeKind,
} from './integration.ts';
import {
  addressArgument,
  addressOf,
  configArguments,
  inboundSecretInput,
  notifyInput,
  type ProviderConfig,
  parseConfig,
  resolveInboundSecret,
} from './integration-input.ts';
import { PROVIDERS } from './providers/index.ts';

const integrationInput = z.object({
  projectId: z.string(),
  provider: z.enum(IntegrationProvider),
  name: nameInput.nullish(),
  notify: notifyInput.nullish().transform((notify): NoticeKind[] => notify ?? [...NOTICES]),
  inboundSecret: inboundSecretInput.nullish(),
  includeInternal: z.boolean().nullish(),
  filter: filterInput.nullish(),
});

type IntegrationInput = z.infer<typeof integrationInput> & { config: ProviderConfig; organizationId: string };
type SealedIntegration = IntegrationRow & { secret: string };

/** Inserts the webhook row first, whose id it shares; nothing if the project was deleted. */
const INSERT = statement(
  'create-integration/insert',
  `WITH w AS (
    INSERT INTO webhooks (id, organization_id, project_id, url, host, events, secret, include_internal, updated_at)
    SELECT $id, p.organization_id, p.id, $destination, $host, $eventTypes, $secret, $includeInternal, now() FROM projects p WHERE p.id = $projectId AND p.deleted_at IS NULL
    RETURNING *
  ), i AS (
    INSERT INTO integrations (id, project_id, provider, name, settings, notify, credential_hint, has_inbound_secret, filter, updated_at)
    SELECT w.id, w.project_id, $provider::"IntegrationProvider", $name, $settings, $notify, $credentialHint, $hasInboundSecret, $filter, now() FROM w RETURNING *
  )
  SELECT ${INTEGRATION_COLUMNS}, w.secret FROM i JOIN w ON w.id = i.id`,
).narrow<Pick<SealedIntegration, 'notify' | 'settings' | 'filter'>>();

/**
 * Creates an integration. Only this result contains the inbound secret; none contains credentials.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function createIntegration(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  args: object,
): Promise<IntegrationRecord> {
  const userId = requireUser(ctx);
  const given: z.infer<typeof integrationInput> = parseInput(integrationInput, args);
  const { organizationId } = await requireProject(ctx, given.projectId, 'integration.manage', { field: 'projectId' });
  const config = parseConfig(given.provider, configArguments(args));
  const input: IntegrationInput = { ...given, config, organizationId };
  resolveInboundSecret(input.provider, input.inboundSecret);
  await assertReachable(ctx.services.outbound, addressOf(input.provider, config), addressArgument(config));
  const { secret, ...created } = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'createIntegration', input: fingerprintOf(input), inSteps: true },
    async (sql) => {
      const integration = await insertIntegration(ctx, sql, input);
      const target = integrationTarget(integration);
      await recordAudit(sql, ctx, { organizationId, action: 'integration_created', target });
      return integration;
    },
  );
  // The stored result of the idempotency key contains the encrypted secrets.
  const { inboundSecret } = openCredentials(ctx.services.secretBox, created.id, secret);
  return { ...created, inboundSecret, pendingCount: 0, lastSuccessAt: null, lastError: null, lastErrorAt: null };
}

/** Keeps the former field name and order, so that hashes stored by earlier versions match. */
const fingerprintOf = ({ config, organizationId, ...input }: IntegrationInput) => ({
  ...input,
  place: config,
  organizationId,
});

async function insertIntegration(
  ctx: Context<'secretBox'>,
  sql: Queryable,
  input: IntegrationInput,
): Promise<SealedIntegration> {
  const { projectId, provider, name, notify, config } = input;
  if (input.filter) await assertLabelsOfProject(sql, input.filter, projectId);
  const id = newId();
  const address = addressOf(provider, config);
  const inboundSecret = resolveInboundSecret(provider, input.inboundSecret);
  const integration = await INSERT.first(sql, {
    id,
    projectId,
    destination: destinationOf(address),
    host: integrationDestination(address, id),
    eventTypes: EVENT_TYPES,
    secret: sealCredentials(ctx.services.secretBox, id, { provider: config.credentials, inboundSecret }),
    provider,
    name: name ?? PROVIDERS[provider].label,
    settings: JSON.stringify(config.settings),
    notify,
    credentialHint: credentialHint(config.credentials),
    hasInboundSecret: inboundSecret !== undefined,
    includeInternal: input.includeInternal ?? false,
    filter: JSON.stringify(input.filter ?? {}),
  });
  if (!integration) throw notFound('Project');
  return integration;
}
