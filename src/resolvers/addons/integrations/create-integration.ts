import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { laneOf, laneOfIntegration } from '../../deliveries/lanes.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { requireProject } from '../../projects/require-project.ts';
import { hintOf, openCredentials, sealCredentials } from './credentials.ts';
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
  inboundSecretFor,
  inboundSecretInput,
  notifyInput,
  type Place,
  parsePlace,
  placeArguments,
} from './integration-input.ts';
import { PROVIDERS } from './providers/index.ts';

const integrationInput = z.object({
  projectId: z.string(),
  provider: z.enum(IntegrationProvider),
  name: nameInput.nullish(),
  notify: notifyInput.nullish().transform((notify): NoticeKind[] => notify ?? [...NOTICES]),
  inboundSecret: inboundSecretInput.nullish(),
});

type IntegrationInput = z.infer<typeof integrationInput> & { place: Place; organizationId: string };
type Sealed = IntegrationRow & { secret: string };

/** The row of its deliveries first: they share an id. A project that is gone meanwhile leaves nothing. */
const INSERT = `WITH w AS (
    INSERT INTO webhooks (id, organization_id, project_id, url, host, events, secret, updated_at)
    SELECT $1, p.organization_id, p.id, $3, $4, $5, $6, now() FROM projects p WHERE p.id = $2 AND p.deleted_at IS NULL
    RETURNING *
  ), i AS (
    INSERT INTO integrations (id, project_id, provider, name, settings, notify, credential_hint, has_inbound_secret, updated_at)
    SELECT w.id, w.project_id, $7::"IntegrationProvider", $8, $9, $10, $11, $12, now() FROM w RETURNING *
  )
  SELECT ${INTEGRATION_COLUMNS}, w.secret FROM i JOIN w ON w.id = i.id`;

/**
 * Makes an integration. The secret of its inbound calls is in this answer alone, its credentials are in none.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function createIntegration(ctx: Context, args: object): Promise<IntegrationRecord> {
  const userId = requireUser(ctx);
  const given: z.infer<typeof integrationInput> = parseInput(integrationInput, args);
  const { organizationId } = await requireProject(ctx, given.projectId, 'integration.manage', { field: 'projectId' });
  const place = parsePlace(given.provider, placeArguments(args));
  const input: IntegrationInput = { ...given, place, organizationId };
  inboundSecretFor(input.provider, input.inboundSecret);
  await assertReachable(ctx.services.outbound, addressOf(input.provider, place), addressArgument(place));
  const { secret, ...made } = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'createIntegration', input, inSteps: true },
    async (sql) => {
      const integration = await insertIntegration(ctx, sql, input);
      const target = integrationTarget(integration);
      await recordAudit(sql, ctx, { organizationId, action: 'integration_created', target });
      return integration;
    },
  );
  // What createOnce keeps holds the secrets sealed.
  const { inboundSecret } = openCredentials(ctx.services.secretBox, made.id, secret);
  return { ...made, inboundSecret, pendingCount: 0, lastSuccessAt: null, lastError: null, lastErrorAt: null };
}

async function insertIntegration(ctx: Context, sql: Queryable, input: IntegrationInput): Promise<Sealed> {
  const { projectId, provider, name, notify, place } = input;
  const id = newId();
  const address = addressOf(provider, place);
  const inboundSecret = inboundSecretFor(provider, input.inboundSecret);
  const { rows } = await sql.query<Sealed>(INSERT, [
    id,
    projectId,
    laneOf(address),
    laneOfIntegration(address, id),
    EVENT_TYPES,
    sealCredentials(ctx.services.secretBox, id, { provider: place.credentials, inboundSecret }),
    provider,
    name ?? PROVIDERS[provider].label,
    JSON.stringify(place.settings),
    notify,
    hintOf(place.credentials),
    inboundSecret !== undefined,
  ]);
  const [integration] = rows;
  if (!integration) throw notFound('Project');
  return integration;
}
