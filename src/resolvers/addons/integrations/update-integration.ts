import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, notFound } from '../../../errors.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { DUE_NOW } from '../../deliveries/due-now.ts';
import { laneOf, laneOfIntegration } from '../../deliveries/lanes.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { type AuditChanges, changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput, refuseNulls } from '../../platform/input/parse-input.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { hintOf, openCredentialsIfReadable, sealCredentials } from './credentials.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, recordOf } from './integration.ts';
import {
  addressArgument,
  addressOf,
  inboundSecretFor,
  inboundSecretInput,
  notifyInput,
  type Place,
  type PlaceArguments,
  parsePlace,
  placeArguments,
} from './integration-input.ts';
import { requireIntegration } from './require-integration.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  notify: notifyInput.optional(),
  enabled: z.boolean().optional(),
  inboundSecret: inboundSecretInput.optional(),
});

type Changes = z.infer<typeof changesInput>;

const SEALED = 'SELECT secret, url FROM webhooks WHERE id = $1';
const FIND = `SELECT ${INTEGRATION_COLUMNS} FROM integrations i JOIN webhooks w ON w.id = i.id
  WHERE i.id = $1 AND i.deleted_at IS NULL`;

/** What is null stays as it is. Whatever was mended, failures and pauses are forgotten. */
const UPDATE = `WITH w AS (
    UPDATE webhooks SET url = coalesce($2, url), host = coalesce($3, host), secret = coalesce($4, secret), enabled = coalesce($5, enabled), failing_since = NULL,
           last_failure_at = NULL, updated_at = ${nextMoment('updated_at')}
     WHERE id = $1 RETURNING *
  ), i AS (
    UPDATE integrations SET name = coalesce($6, name), notify = coalesce($7, notify), settings = coalesce($8, settings),
           credential_hint = coalesce($9, credential_hint), has_inbound_secret = coalesce($10, has_inbound_secret), paused_until = NULL,
           disabled_reason = CASE WHEN $5 IS NULL THEN disabled_reason END, updated_at = ${nextMoment('updated_at')}
     WHERE id = $1 RETURNING *
  )
  SELECT ${INTEGRATION_COLUMNS} FROM i JOIN w ON w.id = i.id`;

/** Another server gives the same ids to other comments: what is written there is known by its mark alone. */
const FORGET_COMMENT_IDS =
  'UPDATE external_comments SET external_id = NULL WHERE integration_id = $1 AND external_id IS NOT NULL';

/** What was given up, and what waits for its next attempt or the end of a pause, is tried again at once. */
const TRY_AGAIN = `UPDATE webhook_deliveries d SET ${DUE_NOW}, queued_at = NULL
  WHERE webhook_id = $1 AND state IN ('pending', 'exhausted') AND (attempt_count > 0 OR next_attempt_at > now())`;

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
  await assertNewAddressReachable(ctx, id, newPlace);
  const after = await inTransaction(ctx.services.pool, async (sql) => {
    const { secret, url, ...before } = await read(sql, id, 'FOR UPDATE');
    if (Object.keys({ ...newPlace, ...changes }).length === 0) return before;
    const integration = await change(ctx, sql, { ...before, secret, url }, changes, newPlace);
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

/** With the origin that it calls. */
type Sealed = IntegrationRow & { secret: string; url: string };

/** The integration with its sealed secret and its origin. @param lock holds it until the commit */
async function read(sql: Queryable, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<Sealed> {
  const [sealed] = (await sql.query<{ secret: string; url: string }>(`${SEALED} ${lock}`, [id])).rows;
  const [integration] = (await sql.query<IntegrationRow>(FIND, [id])).rows;
  if (!sealed || !integration) throw notFound('Integration');
  return { ...integration, ...sealed };
}

/** Before the transaction: a name may take seconds to resolve. What has become unreachable can still be changed otherwise. */
async function assertNewAddressReachable(ctx: Context, id: string, newPlace: PlaceArguments): Promise<void> {
  if (Object.keys(newPlace).length === 0) return;
  const integration = await read(ctx.services.pool, id);
  const { place, address } = placeWith(ctx, integration, newPlace);
  const argument = addressArgument(place);
  if (argument in newPlace) await assertReachable(ctx.services.outbound, address, argument);
}

/** The place as it was, with what is new of it, must be one again; credentials that cannot be read must be given anew. */
function placeWith(ctx: Context, { id, provider, settings, secret }: Sealed, newPlace: PlaceArguments) {
  const kept = openCredentialsIfReadable(ctx.services.secretBox, id, secret);
  const place = parsePlace(provider, { ...settings, ...kept?.provider, ...newPlace });
  const address = addressOf(provider, place);
  if (kept) assertNotLedAway(addressOf(provider, { settings, credentials: kept.provider }), address, place, newPlace);
  return { place, address, kept };
}

/**
 * Kept credentials stay with the origin that they were given for: whoever may change an integration may not read them.
 * @throws BAD_USER_INPUT
 */
function assertNotLedAway(before: string, after: string, { credentials }: Place, newPlace: PlaceArguments): void {
  if (laneOf(before) === laneOf(after)) return;
  const missing = Object.keys(credentials).filter((name) => !(name in newPlace));
  if (missing.length === 0) return;
  const why = `must be given anew: what is stored is for ${laneOf(before)} and is not sent to ${laneOf(after)}`;
  throw badInput(missing.map((name) => `${name}: ${why}`).join('; '));
}

async function change(
  ctx: Context,
  sql: Queryable,
  integration: Sealed,
  { name, notify, enabled, inboundSecret }: Changes,
  newPlace: PlaceArguments,
): Promise<IntegrationRow> {
  const { id } = integration;
  const isElsewhere = Object.keys(newPlace).length > 0 || inboundSecret !== undefined;
  const sealed = isElsewhere ? sealedWith(ctx, integration, newPlace, inboundSecret) : undefined;
  const origin = sealed && laneOf(sealed.address);
  if (origin !== undefined && origin !== integration.url) await sql.query(FORGET_COMMENT_IDS, [id]);
  const { rows } = await sql.query<IntegrationRow>(UPDATE, [
    id,
    origin,
    sealed && laneOfIntegration(sealed.address, id),
    sealed?.secret,
    enabled,
    name,
    notify,
    sealed && JSON.stringify(sealed.place.settings),
    sealed && hintOf(sealed.place.credentials),
    sealed?.hasInboundSecret,
  ]);
  return rows[0] as IntegrationRow;
}

/** @throws BAD_USER_INPUT also where a secret would get lost that cannot be read */
function sealedWith(ctx: Context, integration: Sealed, newPlace: PlaceArguments, newInboundSecret: string | undefined) {
  const { place, address, kept } = placeWith(ctx, integration, newPlace);
  const inboundSecret = newInboundSecret ?? kept?.inboundSecret;
  if (integration.hasInboundSecret && inboundSecret === undefined) {
    throw badInput('inboundSecret: must be given anew: what is stored cannot be read');
  }
  const secret = sealCredentials(ctx.services.secretBox, integration.id, {
    provider: place.credentials,
    inboundSecret,
  });
  return { place, address, secret, hasInboundSecret: inboundSecret !== undefined };
}

/** Of secrets only that they changed. */
function auditable(before: IntegrationRow, after: IntegrationRow, given: PlaceArguments & Changes): AuditChanges {
  const secrets = (['token', 'webhookUrl', 'inboundSecret'] as const).filter((name) => given[name] !== undefined);
  return {
    ...changesBetween<IntegrationRow>(before, after, ['name', 'notify', 'settings', 'enabled']),
    ...Object.fromEntries(secrets.map((name) => [name, { before: null, after: null }])),
  };
}
