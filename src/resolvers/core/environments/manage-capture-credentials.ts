import type { CallContext, Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Environment } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { type CredentialSummary, type CredentialValues, SUMMARY_COLUMNS, sealValues } from './capture-credentials.ts';
import { type CredentialsInput, credentialsInput } from './credentials-input.ts';
import { requireEnvironment } from './require-environment.ts';

const FIND = statement(
  'manage-capture-credentials/find',
  `SELECT ${SUMMARY_COLUMNS} FROM capture_credentials c WHERE environment_id = $id`,
);

/** A change of the address waits, and deletes the credentials afterwards. */
const LOCK = statement(
  'manage-capture-credentials/lock',
  'SELECT url FROM environments WHERE id = $id FOR NO KEY UPDATE',
);

const SET = statement(
  'manage-capture-credentials/set',
  `WITH c AS (
    INSERT INTO capture_credentials AS old
      (environment_id, origin, paths, has_basic_auth, header_names, cookie_names, is_shared, secret, updated_at)
    VALUES ($id, $origin, $paths, $hasBasicAuth, $headerNames, $cookieNames, $isShared, $secret, now())
    ON CONFLICT (environment_id) DO UPDATE
       SET origin = excluded.origin, paths = excluded.paths, has_basic_auth = excluded.has_basic_auth,
           header_names = excluded.header_names, cookie_names = excluded.cookie_names, is_shared = excluded.is_shared,
           secret = excluded.secret, updated_at = ${monotonicNow('old.updated_at')}
    RETURNING *
  )
  SELECT ${SUMMARY_COLUMNS} FROM c`,
);

/** Credentials of an environment without any. */
const noCredentials = ({ id, url }: Pick<Environment, 'id' | 'url'>): CredentialSummary => ({
  environmentId: id,
  origin: new URL(url).origin,
  paths: [],
  hasBasicAuth: false,
  headerNames: [],
  cookieNames: [],
  isShared: false,
  updatedAt: new Date(0),
});

/** Whether credentials are stored. */
export const isSet = ({ paths }: CredentialSummary): boolean => paths.length > 0;

/**
 * Describes the capture credentials of an environment, without their values.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getCaptureCredentials(ctx: Context<'pool'>, id: string): Promise<CredentialSummary> {
  const environment = await requireEnvironment(ctx, id, 'captureCredentials.manage');
  const row = await FIND.first(ctx.services.pool, { id: environment.id });
  return row ?? noCredentials(environment);
}

/**
 * Sets or replaces the capture credentials of an environment. They belong to its present origin.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function setCaptureCredentials(
  ctx: Context<'pool' | 'secretBox'>,
  id: string,
  args: object,
): Promise<CredentialSummary> {
  const environment = await requireEnvironment(ctx, id, 'captureCredentials.manage');
  const input: CredentialsInput = parseInput(credentialsInput, args);
  const { basic, headers, cookies, paths, isShared } = input;
  const values: CredentialValues = { basic, headers, cookies };
  return inTransaction(ctx.services.pool, async (sql) => {
    const locked = await LOCK.first(sql, { id: environment.id });
    if (!locked) throw notFound('Environment');
    const { origin } = new URL(locked.url);
    const stored = await SET.run(sql, {
      id: environment.id,
      origin,
      paths,
      hasBasicAuth: basic !== null,
      headerNames: headers.map(({ name }) => name),
      cookieNames: cookies.map(({ name }) => name),
      isShared,
      secret: sealValues(ctx.services.secretBox, { environmentId: environment.id, origin }, values),
    });
    await recordAudit(sql, ctx, {
      organizationId: environment.organizationId,
      action: 'capture_credentials_set',
      target: environmentTarget(environment),
    });
    return stored.rows[0] as CredentialSummary;
  });
}

/**
 * Deletes the capture credentials of an environment, if it has any.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteCaptureCredentials(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  const environment = await requireEnvironment(ctx, id, 'captureCredentials.manage');
  await inTransaction(ctx.services.pool, (sql) => removeCredentials(sql, ctx, environment, null));
  return { id };
}

const DELETE = statement(
  'manage-capture-credentials/delete',
  'DELETE FROM capture_credentials WHERE environment_id = $id AND origin IS DISTINCT FROM $keptOrigin?',
);

/**
 * Deletes the credentials of an environment, with their audit entry.
 *
 * @param keptOrigin credentials of this origin stay
 */
export async function removeCredentials(
  sql: Queryable,
  ctx: CallContext,
  { id, name, organizationId }: Pick<Environment, 'id' | 'name'> & { organizationId: string },
  keptOrigin: string | null,
): Promise<void> {
  const { rowCount } = await DELETE.run(sql, { id, keptOrigin });
  if (!rowCount) return;
  await recordAudit(sql, ctx, {
    organizationId,
    action: 'capture_credentials_deleted',
    target: environmentTarget({ id, name }),
  });
}
