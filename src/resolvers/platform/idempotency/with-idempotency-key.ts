import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';

const MAX_KEY_LENGTH = 255;

/** What can be repeated under its key: everything that makes something, but for registering, whose caller nobody knows yet. */
export const ONCE = [
  'addComment',
  'createAnnotation',
  'createEnvironment',
  'createIntegration',
  'createInvitation',
  'createOrganization',
  'createProject',
  'createPublicAnnotation',
  'createSnapshot',
  'createWebhook',
  'rebindSweep',
  'testWebhook',
] as const;

/** A call whose repeat is to be known. */
export interface OnceRequest {
  /** Keys of two callers never meet. */
  caller: string;
  operation: (typeof ONCE)[number];
  /** With another one, the key is refused. */
  input: unknown;
  /** `create` runs several statements: they get a transaction without a key too. */
  inSteps?: true;
}

const CLAIM = `INSERT INTO idempotency_keys (caller, key, operation, request_hash, response)
  VALUES ($1, $2, $3, $4, '')
  ON CONFLICT (caller, key) DO UPDATE
     SET operation = excluded.operation, request_hash = excluded.request_hash, response = '', created_at = now()
   WHERE idempotency_keys.created_at < now() - interval '24 hours'`;

/**
 * Creates something, once for each Idempotency-Key of a caller. The key's row is written in the transaction of the
 * creation: parallel twins wait for it and then answer with its result.
 * @param create gives the row that a repeat is answered with
 * @throws BAD_USER_INPUT when the key was used within 24 hours with other arguments, or has over 255 characters.
 */
export async function createOnce<T extends { id: string }>(
  ctx: Context,
  request: OnceRequest,
  create: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const { pool } = ctx.services;
  if (ctx.idempotencyKey === undefined) return request.inSteps ? inTransaction(pool, create) : create(pool);
  if (ctx.idempotencyKey.length === 0 || ctx.idempotencyKey.length > MAX_KEY_LENGTH) {
    throw badInput(`Idempotency-Key: must have 1 to ${MAX_KEY_LENGTH} characters`);
  }
  const key = [request.caller, ctx.idempotencyKey];
  const hash = createHash('sha256').update(JSON.stringify(request.input)).digest('hex');

  return inTransaction(pool, async (client) => {
    const claimed = await client.query(CLAIM, [...key, request.operation, hash]);
    if (claimed.rowCount === 0) return firstAnswer<T>(client, key, request.operation, hash);
    const created = await create(client);
    await client.query('UPDATE idempotency_keys SET response = $3 WHERE caller = $1 AND key = $2', [
      ...key,
      JSON.stringify(created),
    ]);
    return created;
  });
}

async function firstAnswer<T>(client: Queryable, key: string[], operation: string, hash: string): Promise<T> {
  const { rows } = await client.query<{ operation: string; request_hash: string; response: string }>(
    'SELECT operation, request_hash, response FROM idempotency_keys WHERE caller = $1 AND key = $2',
    key,
  );
  const [first] = rows;
  if (first?.operation !== operation || first.request_hash !== hash) {
    throw badInput('Idempotency-Key: was used before with another request; use a new key for each thing you create');
  }
  return withTimes(JSON.parse(first.response)) as T;
}

/** The times among a stored row's own columns as dates again; what callers put into a JSON column stays as it is. */
function withTimes(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('At') && value ? new Date(String(value)) : value]),
  );
}
