import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { me } from '../auth/me.ts';
import {
  type AccessToken,
  assertOwnProjects,
  insertToken,
  lockOwner,
  opened,
  REVOKE,
  recordOwnerChange,
  type StoredPipeline,
  TOKEN_COLUMNS,
  writeToken,
} from './access-token.ts';
import {
  assertActive,
  assertBelowLimit,
  changedTokenInput,
  changeToken,
  newTokenInput,
  resolveExpiry,
  resolveRights,
} from './token-input.ts';

const OF_USER = 'FROM access_tokens t WHERE t.user_id = $userId AND t.organization_id IS NULL AND t.client_id IS NULL';

const COUNT_ACTIVE = statement(
  'personal-tokens/count-active',
  `SELECT count(*)::int AS active ${OF_USER} AND t.revoked_at IS NULL AND t.expires_at > now()`,
);
const LIST = statement('personal-tokens/list', `SELECT ${TOKEN_COLUMNS} ${OF_USER} ${NEWEST}`).narrow<StoredPipeline>();
const FIND = statement(
  'personal-tokens/find',
  `SELECT ${TOKEN_COLUMNS} ${OF_USER} AND t.id = $id`,
).narrow<StoredPipeline>();

/**
 * Creates an access token of the user. Only this result contains it.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws CONFLICT at the limit of active tokens
 */
export async function createPersonalToken(
  ctx: Context<'db' | 'pool' | 'secretBox'>,
  args: unknown,
): Promise<AccessToken> {
  const { id: userId } = await me(ctx);
  const input: z.infer<typeof newTokenInput> = parseInput(newTokenInput, args);
  const rights = resolveRights(input);
  const expiresAt = resolveExpiry(input.expiresAt);
  const { secretBox } = ctx.services;
  const request = { client: `user:${userId}`, operation: 'createPersonalToken', input, inSteps: true } as const;
  const created = await withIdempotencyKey(ctx, request, async (sql) => {
    await lockOwner(sql, userId);
    const { active } = await COUNT_ACTIVE.one(sql, { userId });
    assertBelowLimit(active, LIMITS.personalTokens, 'You have');
    await assertOwnProjects(sql, userId, rights.projectIds);
    const { tokenGeneration } = requireToken(ctx);
    return insertToken(sql, secretBox, {
      ...rights,
      userId,
      createdById: userId,
      name: input.name,
      tokenGeneration,
      expiresAt,
    });
  });
  return opened(secretBox, created);
}

/**
 * Lists the access tokens of the user, newest first, revoked and expired ones included.
 *
 * @throws UNAUTHENTICATED
 */
export async function listPersonalTokens(ctx: Context<'db' | 'pool'>, page: Page): Promise<PageRows<AccessToken>> {
  const { id: userId } = await me(ctx);
  return readNewest(ctx, LIST, page, { userId });
}

/**
 * Changes the name, actions or projects of a token of the user.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function updatePersonalToken(
  ctx: Context<'db' | 'pool' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
  args: object,
): Promise<AccessToken> {
  const { id: userId } = await me(ctx);
  rejectNulls(args);
  const input = parseInput(changedTokenInput, args);
  const changed = await inTransaction(ctx.services.pool, async (sql) => {
    const token = await lockOwnToken(sql, userId, id);
    assertActive(token);
    const { after, changes, added } = changeToken(token, input);
    if (Object.keys(changes).length === 0) return token;
    await assertOwnProjects(sql, userId, added);
    await writeToken(sql, after);
    await recordOwnerChange(sql, userId);
    return after;
  });
  ctx.services.tokenGrants.forget(id);
  ctx.services.wakeRelay();
  return changed;
}

/**
 * Revokes a token of the user; its open streams end.
 *
 * @throws UNAUTHENTICATED
 * @throws NOT_FOUND, also for a revoked one
 */
export async function revokePersonalToken(
  ctx: Context<'db' | 'pool' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  const { id: userId } = await me(ctx);
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockOwnToken(sql, userId, id);
    if ((await REVOKE.run(sql, { id })).rowCount === 0) throw notFound('AccessToken');
    await recordOwnerChange(sql, userId);
  });
  ctx.services.tokenGrants.forget(id);
  ctx.services.wakeRelay();
  return { id };
}

async function lockOwnToken(sql: Queryable, userId: string, id: string): Promise<AccessToken> {
  if (!isId(id)) throw notFound('AccessToken');
  await lockOwner(sql, userId);
  const token = await FIND.first(sql, { userId, id });
  if (!token) throw notFound('AccessToken');
  return token;
}
