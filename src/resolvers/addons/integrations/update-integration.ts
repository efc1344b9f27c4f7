import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, badFields, fieldProblem, notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { type AuditChanges, changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { DUE_NOW } from '../deliveries/delivery-transitions.ts';
import { destinationOf, integrationDestination } from '../deliveries/destinations.ts';
import { credentialHint, openCredentialsIfReadable, sealCredentials } from './credentials.ts';
import { assertLabelsOfProject, filterInput } from './filter.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, integrationRecord } from './integration.ts';
import {
  addressArgument,
  addressOf,
  type ConfigArguments,
  configArguments,
  inboundSecretInput,
  notifyInput,
  type ProviderConfig,
  parseConfig,
  resolveInboundSecret,
} from './integration-input.ts';
import { requireIntegration } from './require-integration.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  notify: notifyInput.optional(),
  enabled: z.boolean().optional(),
  inboundSecret: inboundSecretInput.optional(),
  includeInternal: z.boolean().optional(),
  filter: filterInput.optional(),
});

type Changes = z.infer<typeof changesInput>;

const SEALED = statement('update-integration/sealed', 'SELECT secret, url FROM webhooks WHERE id = $id');
const LOCK = statement('update-integration/lock', 'SELECT secret, url FROM webhooks WHERE id = $id FOR UPDATE');
const FIND = statement(
  'update-integration/find',
  `SELECT ${INTEGRATION_COLUMNS} FROM integrations i JOIN webhooks w ON w.id = i.id
  WHERE i.id = $id AND i.deleted_at IS NULL`,
).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();

/** Null parameters keep the value. Any change resets failures and pauses. */
const UPDATE = statement(
  'update-integration/update',
  `WITH w AS (
    UPDATE webhooks SET url = coalesce($origin?, url), host = coalesce($host?, host), secret = coalesce($secret?, secret), enabled = coalesce($enabled?, enabled),
           include_internal = coalesce($includeInternal?, include_internal), failing_since = NULL,
           last_failure_at = NULL, updated_at = ${monotonicNow('updated_at')}
     WHERE id = $id RETURNING *
  ), i AS (
    UPDATE integrations SET name = coalesce($name?, name), notify = coalesce($notify?, notify), settings = coalesce($settings?, settings),
           credential_hint = coalesce($credentialHint?, credential_hint), has_inbound_secret = coalesce($hasInboundSecret?, has_inbound_secret), paused_until = NULL,
           disabled_reason = CASE WHEN $enabled? IS NULL THEN disabled_reason END,
           filter = coalesce($filter?, filter), updated_at = ${monotonicNow('updated_at')}
     WHERE id = $id RETURNING *
  )
  SELECT ${INTEGRATION_COLUMNS} FROM i JOIN w ON w.id = i.id`,
).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();

/**
 * Clears comment ids, which may denote other comments on another server. Its comments are found by
 * their correlation markers.
 */
const CLEAR_COMMENT_IDS = statement(
  'update-integration/clear-comment-ids',
  'UPDATE external_comments SET external_id = NULL WHERE integration_id = $id AND external_id IS NOT NULL',
);

/** Makes exhausted and postponed deliveries due. */
const RETRY_DELIVERIES = statement(
  'update-integration/retry-deliveries',
  `UPDATE webhook_deliveries d SET ${DUE_NOW}, queued_at = NULL
  WHERE webhook_id = $id AND state IN ('pending', 'exhausted') AND (attempt_count > 0 OR next_attempt_at > now())`,
);

/**
 * Changes the given fields. Failed deliveries are retried after a change of settings or
 * credentials, and when the integration is enabled.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function updateIntegration(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  id: string,
  args: object,
): Promise<IntegrationRecord> {
  const { provider } = await requireIntegration(ctx, id, 'integration.manage');
  rejectNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  const newConfig = configArguments(args);
  if (changes.inboundSecret !== undefined) resolveInboundSecret(provider, changes.inboundSecret);
  await assertNewAddressReachable(ctx, id, newConfig);
  const after = await inTransaction(ctx.services.pool, async (sql) => {
    const { secret, url, ...before } = await read(sql, id, LOCK);
    if (Object.keys({ ...newConfig, ...changes }).length === 0) return before;
    if (changes.filter) await assertLabelsOfProject(sql, changes.filter, before.projectId);
    const integration = await change(ctx, sql, { ...before, secret, url }, changes, newConfig);
    if (changes.enabled || Object.keys(newConfig).length > 0) await RETRY_DELIVERIES.run(sql, { id });
    await recordAudit(sql, ctx, {
      organizationId: before.organizationId,
      action: 'integration_changed',
      target: integrationTarget(integration),
      changes: auditable(before, integration, { ...newConfig, ...changes }),
    });
    return integration;
  });
  return integrationRecord(ctx, after);
}

/** A row with its encrypted credentials and its origin. */
type SealedIntegration = IntegrationRow & { secret: string; url: string };

/** @param select LOCK keeps the row locked until the commit */
async function read(
  sql: Queryable,
  id: string,
  select: typeof SEALED | typeof LOCK = SEALED,
): Promise<SealedIntegration> {
  const sealed = await select.first(sql, { id });
  const integration = await FIND.first(sql, { id });
  if (!sealed || !integration) throw notFound('Integration');
  return { ...integration, ...sealed };
}

/**
 * Runs before the transaction, because resolving a host may take seconds. An unchanged URL is not
 * checked, so that an unreachable integration can be changed.
 */
async function assertNewAddressReachable(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  id: string,
  newConfig: ConfigArguments,
): Promise<void> {
  if (Object.keys(newConfig).length === 0) return;
  const integration = await read(ctx.services.pool, id);
  const { config, address } = mergeConfig(ctx, integration, newConfig);
  const argument = addressArgument(config);
  if (argument in newConfig) await assertReachable(ctx.services.outbound, address, argument);
}

/**
 * Merges stored and new settings and credentials.
 *
 * @throws BAD_USER_INPUT if the result is incomplete, as with credentials that cannot be decrypted
 */
function mergeConfig(
  ctx: Context<'secretBox'>,
  { id, provider, settings, secret }: SealedIntegration,
  newConfig: ConfigArguments,
) {
  const stored = openCredentialsIfReadable(ctx.services.secretBox, id, secret);
  const config = parseConfig(provider, { ...settings, ...stored?.provider, ...newConfig });
  const address = addressOf(provider, config);
  if (stored) {
    const before = addressOf(provider, { settings, credentials: stored.provider });
    assertCredentialsKeepOrigin(before, address, config, newConfig);
  }
  return { config, address, stored };
}

/**
 * Requires new credentials for another origin: an admin who may change an integration must not be
 * able to read stored credentials by redirecting them.
 *
 * @throws BAD_USER_INPUT
 */
function assertCredentialsKeepOrigin(
  before: string,
  after: string,
  { credentials }: ProviderConfig,
  newConfig: ConfigArguments,
): void {
  if (destinationOf(before) === destinationOf(after)) return;
  const missing = Object.keys(credentials).filter((name) => !(name in newConfig));
  if (missing.length === 0) return;
  const message = `is required: the stored value is for ${destinationOf(before)} and is not sent to ${destinationOf(after)}`;
  throw badFields(missing.map((name) => fieldProblem(name, message, 'required')));
}

async function change(
  ctx: Context<'secretBox'>,
  sql: Queryable,
  integration: SealedIntegration,
  { name, notify, enabled, inboundSecret, includeInternal, filter }: Changes,
  newConfig: ConfigArguments,
): Promise<IntegrationRow> {
  const { id } = integration;
  const needsSealing = Object.keys(newConfig).length > 0 || inboundSecret !== undefined;
  const sealed = needsSealing ? sealConfig(ctx, integration, newConfig, inboundSecret) : undefined;
  const origin = sealed && destinationOf(sealed.address);
  if (origin !== undefined && origin !== integration.url) await CLEAR_COMMENT_IDS.run(sql, { id });
  const row = await UPDATE.first(sql, {
    id,
    origin,
    host: sealed && integrationDestination(sealed.address, id),
    secret: sealed?.secret,
    enabled,
    name,
    notify,
    settings: sealed && JSON.stringify(sealed.config.settings),
    credentialHint: sealed && credentialHint(sealed.config.credentials),
    hasInboundSecret: sealed?.hasInboundSecret,
    includeInternal,
    filter: filter && JSON.stringify(filter),
  });
  return row as IntegrationRow;
}

/** @throws BAD_USER_INPUT also if it would drop an inbound secret that cannot be decrypted */
function sealConfig(
  ctx: Context<'secretBox'>,
  integration: SealedIntegration,
  newConfig: ConfigArguments,
  newInboundSecret: string | undefined,
) {
  const { config, address, stored } = mergeConfig(ctx, integration, newConfig);
  const inboundSecret = newInboundSecret ?? stored?.inboundSecret;
  if (integration.hasInboundSecret && inboundSecret === undefined) {
    throw badField('inboundSecret', 'is required: the stored value cannot be read', 'required');
  }
  const secret = sealCredentials(ctx.services.secretBox, integration.id, {
    provider: config.credentials,
    inboundSecret,
  });
  return { config, address, secret, hasInboundSecret: inboundSecret !== undefined };
}

/** Changes without the values of secrets. */
function auditable(before: IntegrationRow, after: IntegrationRow, given: ConfigArguments & Changes): AuditChanges {
  const secrets = (['token', 'webhookUrl', 'inboundSecret'] as const).filter((name) => given[name] !== undefined);
  return {
    ...changesBetween<IntegrationRow>(before, after, [
      'name',
      'notify',
      'settings',
      'filter',
      'enabled',
      'includeInternal',
    ]),
    ...Object.fromEntries(secrets.map((name) => [name, { before: null, after: null }])),
  };
}
