import { z } from 'zod';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { type AuditChanges, changesBetween, recordAudit } from '../audit/record-audit.ts';
import { laneOf, laneOfIntegration } from '../deliveries/lanes.ts';
import type { Queryable } from '../idempotency.ts';
import { nameInput, parseInput, refuseNulls } from '../input.ts';
import { assertReachable } from '../webhooks/webhook-input.ts';
import { hintOf, openCredentials, sealCredentials } from './credentials.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, integrationTarget } from './integration.ts';
import {
  addressArgument,
  addressOf,
  inboundSecretFor,
  inboundSecretInput,
  notifyInput,
  type PlaceArguments,
  parsePlace,
  placeArguments,
} from './integration-input.ts';
import { recordOf } from './read-integrations.ts';
import { requireIntegration } from './require-integration.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  notify: notifyInput.optional(),
  enabled: z.boolean().optional(),
  inboundSecret: inboundSecretInput.optional(),
});

type Changes = z.infer<typeof changesInput>;

const LOCK = 'SELECT secret FROM webhooks WHERE id = $1 FOR UPDATE';
const FIND = `SELECT ${INTEGRATION_COLUMNS} FROM integrations i JOIN webhooks w ON w.id = i.id WHERE i.id = $1`;

/** What is null stays as it is. Whatever was mended, failures and pauses are forgotten. */
const UPDATE = `WITH w AS (
    UPDATE webhooks SET url = $2, host = $3, secret = $4, enabled = coalesce($5, enabled), failing_since = NULL,
           last_failure_at = NULL, updated_at = now()
     WHERE id = $1 RETURNING *
  ), i AS (
    UPDATE integrations SET name = coalesce($6, name), notify = coalesce($7, notify), settings = $8,
           credential_hint = $9, has_inbound_secret = $10, paused_until = NULL,
           disabled_reason = CASE WHEN $5 IS NULL THEN disabled_reason END, updated_at = now()
     WHERE id = $1 RETURNING *
  )
  SELECT ${INTEGRATION_COLUMNS} FROM i JOIN w ON w.id = i.id`;

/** What was given up, and what waits for its next attempt, is tried again at once. */
const TRY_AGAIN = `UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now(), queued_at = NULL, updated_at = now()
  WHERE webhook_id = $1 AND state IN ('pending', 'exhausted') AND attempt_count > 0`;

/**
 * Changes what is given and leaves the rest. What failed before is tried again when it is enabled, or its place or
 * credentials were changed. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function updateIntegration(ctx: Context, id: string, args: object): Promise<IntegrationRecord> {
  const { provider } = await requireIntegration(ctx, id);
  refuseNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  const newPlace = placeArguments(args);
  if (changes.inboundSecret !== undefined) inboundSecretFor(provider, changes.inboundSecret);
  const after = await inTransaction(ctx.services.pool, async (sql) => {
    const { before, secret } = await hold(sql, id);
    const integration = await change(ctx, sql, { ...before, secret }, changes, newPlace);
    if (changes.enabled || Object.keys(newPlace).length > 0) await sql.query(TRY_AGAIN, [id]);
    await recordAudit(sql, ctx, {
      organizationId: before.organizationId,
      action: 'integration_changed',
      target: integrationTarget(integration),
      changes: auditable(before, integration, { ...newPlace, ...changes }),
    });
    return integration;
  });
  return recordOf(ctx, after);
}

/** The integration with its sealed secret, held until the commit. */
async function hold(sql: Queryable, id: string): Promise<{ before: IntegrationRow; secret: string }> {
  const [locked] = (await sql.query<{ secret: string }>(LOCK, [id])).rows;
  const [before] = (await sql.query<IntegrationRow>(FIND, [id])).rows;
  if (!locked || !before) throw notFound('Integration');
  return { before, ...locked };
}

/** The place as it was, with what is new of it, must be one again. */
async function change(
  ctx: Context,
  sql: Queryable,
  { id, provider, settings, secret }: IntegrationRow & { secret: string },
  { name, notify, enabled, inboundSecret }: Changes,
  newPlace: PlaceArguments,
): Promise<IntegrationRow> {
  const { secretBox, outbound } = ctx.services;
  const kept = openCredentials(secretBox, id, secret);
  const place = parsePlace(provider, { ...settings, ...kept.provider, ...newPlace });
  const address = addressOf(provider, place);
  await assertReachable(outbound, address, addressArgument(place));
  const credentials = { provider: place.credentials, inboundSecret: inboundSecret ?? kept.inboundSecret };
  const { rows } = await sql.query<IntegrationRow>(UPDATE, [
    id,
    laneOf(address),
    laneOfIntegration(address, id),
    sealCredentials(secretBox, id, credentials),
    enabled,
    name,
    notify,
    JSON.stringify(place.settings),
    hintOf(place.credentials),
    credentials.inboundSecret !== undefined,
  ]);
  return rows[0] as IntegrationRow;
}

/** Of secrets only that they changed. */
function auditable(before: IntegrationRow, after: IntegrationRow, given: PlaceArguments & Changes): AuditChanges {
  const secrets = (['token', 'webhookUrl', 'inboundSecret'] as const).filter((name) => given[name] !== undefined);
  return {
    ...changesBetween<IntegrationRow>(before, after, ['name', 'notify', 'settings', 'enabled']),
    ...Object.fromEntries(secrets.map((name) => [name, { before: null, after: null }])),
  };
}
