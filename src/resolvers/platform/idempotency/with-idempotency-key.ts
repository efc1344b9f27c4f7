import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';

const MAX_KEY_LENGTH = 255;

/**
 * Operations that accept an Idempotency-Key: all that create something, except registration, which
 * has no user yet.
 */
export const IDEMPOTENT_OPERATIONS = [
  'addComment',
  'addPublicComment',
  'createAnnotation',
  'createAnnotationView',
  'createAttachment',
  'createDeployment',
  'createEnvironment',
  'createIgnoreRule',
  'createIntegration',
  'createInvitation',
  'createLabel',
  'createOrganization',
  'createPersonalToken',
  'createProject',
  'createProjectToken',
  'createPublicAnnotation',
  'createSnapshot',
  'createWebhook',
  'rebindSweep',
  'releaseAnnotation',
  'reviewDeployment',
  'sendAnnotations',
  'testWebhook',
  'verifyFix',
] as const;

/** A create that may be repeated under its Idempotency-Key. */
export interface IdempotentRequest {
  /** Scope of the key: keys of different clients never collide. */
  client: string;
  operation: (typeof IDEMPOTENT_OPERATIONS)[number];
  /** Arguments; a repeat with different ones is rejected. */
  input: unknown;
  /** Whether `create` runs several statements, which need a transaction also without a key. */
  inSteps?: true;
}

const CLAIM = statement(
  'with-idempotency-key/claim',
  `INSERT INTO idempotency_keys (caller, key, operation, request_hash, response)
  VALUES ($caller, $key, $operation, $hash, '')
  ON CONFLICT (caller, key) DO UPDATE
     SET operation = excluded.operation, request_hash = excluded.request_hash, response = '', created_at = now()
   WHERE idempotency_keys.created_at < now() - interval '24 hours'`,
);

const COMPLETE = statement(
  'with-idempotency-key/complete',
  'UPDATE idempotency_keys SET response = $response WHERE caller = $caller AND key = $key',
);

const READ = statement(
  'with-idempotency-key/read',
  'SELECT operation, request_hash, response FROM idempotency_keys WHERE caller = $caller AND key = $key',
);

/**
 * Runs a create once per Idempotency-Key of a client. The key's row is inserted in the transaction
 * of the create: concurrent duplicates wait for it and then return its result.
 *
 * @param create returns the row that repeats are answered with
 * @throws BAD_USER_INPUT if the key was used within 24 hours with other arguments, or has more than
 *   255 characters
 */
export async function withIdempotencyKey<T extends { id: string }>(
  ctx: Context<'pool'>,
  request: IdempotentRequest,
  create: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const { pool } = ctx.services;
  if (ctx.idempotencyKey === undefined) return request.inSteps ? inTransaction(pool, create) : create(pool);
  if (ctx.idempotencyKey.length === 0 || ctx.idempotencyKey.length > MAX_KEY_LENGTH) {
    throw badInput(`Idempotency-Key: must have 1 to ${MAX_KEY_LENGTH} characters`);
  }
  const key = { caller: request.client, key: ctx.idempotencyKey };
  const hash = createHash('sha256').update(JSON.stringify(request.input)).digest('hex');

  return inTransaction(pool, async (sql) => {
    const claimed = await CLAIM.run(sql, { ...key, operation: request.operation, hash });
    if (claimed.rowCount === 0) return storedResult<T>(sql, key, request.operation, hash);
    const created = await create(sql);
    await COMPLETE.run(sql, { ...key, response: JSON.stringify(created) });
    return created;
  });
}

async function storedResult<T>(
  sql: Queryable,
  key: { caller: string; key: string },
  operation: string,
  hash: string,
): Promise<T> {
  const first = await READ.first(sql, key);
  if (first?.operation !== operation || first.request_hash !== hash) {
    throw badInput('Idempotency-Key: was used before with a different request; use a new key for each create');
  }
  return withTimes(JSON.parse(first.response)) as T;
}

/** Restores dates in the columns of a stored row; values within JSON columns stay unchanged. */
function withTimes(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('At') && value ? new Date(String(value)) : value]),
  );
}
