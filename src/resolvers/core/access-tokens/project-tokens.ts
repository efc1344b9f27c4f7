import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { accessTokenTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { requireUser, SERVICE_ACCOUNT_DOMAIN } from '../../platform/policies/access.ts';
import { guard, ofOrganization } from '../../platform/policies/require-row.ts';
import { type Action, can } from '../../platform/policies/roles.ts';
import { scheduleUnassignment, unassignMember } from '../annotations/unassign-member.ts';
import { hashUnknownPassword } from '../auth/secret-token.ts';
import { assertProjectsOf } from '../members/project-access.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import {
  type AccessToken,
  insertToken,
  opened,
  REVOKE,
  type StoredPipeline,
  TOKEN_COLUMNS,
  writeToken,
} from './access-token.ts';
import { pipelineInput } from './pipeline-rule.ts';
import {
  assertActive,
  assertBelowLimit,
  changedTokenInput,
  changeToken,
  newTokenInput,
  resolveExpiry,
  resolveRights,
} from './token-input.ts';

const projectTokenInput = newTokenInput.extend({
  role: z.enum(['editor', 'viewer']),
  pipeline: pipelineInput.nullish(),
});

const COUNT_ACTIVE = statement(
  'project-tokens/count-active',
  `SELECT count(*)::int AS active FROM access_tokens
  WHERE organization_id = $organizationId AND revoked_at IS NULL AND expires_at > now()`,
);

/** The address receives no mail, and the password is unknown: the account cannot log in. */
const INSERT_SERVICE_ACCOUNT = statement(
  'project-tokens/insert-service-account',
  `WITH account AS (
    INSERT INTO users (id, email, name, password_hash, updated_at)
    VALUES ($userId, 'token-' || $id::uuid || '@${SERVICE_ACCOUNT_DOMAIN}', $name, $passwordHash, now()) RETURNING id
  )
  INSERT INTO memberships (id, organization_id, user_id, role, access_token_id)
  SELECT $membershipId, $organizationId, account.id, $role::"Role", $id FROM account`,
);

const requireProjectToken = guard('project-tokens/for-user', {
  what: 'AccessToken',
  columns: 'm.organization_id AS "organizationId"',
  from: `access_tokens t ${ofOrganization('t.organization_id')}`,
  where: 't.id = $id',
  scope: 'organizationId',
});

/**
 * Creates a service account with a role and its access token. Only this result contains the token,
 * unless pipelines exchange their ID tokens instead.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT at the limit of active tokens
 */
export async function createProjectToken(
  ctx: Context<'config' | 'outbound' | 'pool' | 'secretBox'>,
  { organizationId, ...args }: { organizationId: string } & Record<string, unknown>,
): Promise<AccessToken> {
  const createdById = requireUser(ctx);
  await requireOrganization(ctx, organizationId, 'token.manage', { field: 'organizationId' });
  const input: z.infer<typeof projectTokenInput> = parseInput(projectTokenInput, args);
  const rights = resolveRights(input);
  assertOfRole(input.role, rights.actions);
  if (input.pipeline) await assertIssuer(ctx, input.pipeline.issuer);
  const expiresAt = resolveExpiry(input.expiresAt);
  const passwordHash = await hashUnknownPassword(ctx.signal);
  const request = {
    client: `user:${createdById}`,
    operation: 'createProjectToken',
    input: { organizationId, ...input },
    inSteps: true,
  } as const;
  const { secretBox } = ctx.services;
  const created = await withIdempotencyKey(ctx, request, async (sql) => {
    await lockOrganization(sql, ctx, organizationId, 'token.manage');
    const { active } = await COUNT_ACTIVE.one(sql, { organizationId });
    assertBelowLimit(active, LIMITS.projectTokens, 'The organization has');
    await assertProjectsOf(sql, organizationId, rights.projectIds);
    const { name, role } = input;
    const [id, userId] = [newId(), newId()];
    await INSERT_SERVICE_ACCOUNT.run(sql, {
      userId,
      id,
      name,
      passwordHash,
      membershipId: newId(),
      organizationId,
      role,
    });
    const token = await insertToken(sql, secretBox, {
      ...rights,
      id,
      userId,
      createdById,
      organizationId,
      role,
      name,
      tokenGeneration: 0,
      expiresAt,
      ...(input.pipeline && { pipeline: input.pipeline }),
    });
    await recordAudit(sql, ctx, { organizationId, action: 'access_token_created', target: accessTokenTarget(token) });
    return token;
  });
  return opened(secretBox, created);
}

const LIST = statement(
  'project-tokens/list',
  `SELECT ${TOKEN_COLUMNS} FROM access_tokens t WHERE t.organization_id = $organizationId ${NEWEST}`,
).narrow<StoredPipeline>();

/**
 * Lists the project tokens of an organization, newest first, revoked and expired ones included.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listProjectTokens(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<AccessToken>> {
  await requireOrganization(ctx, organizationId, 'token.manage');
  return readNewest(ctx, LIST, page, { organizationId });
}

const RENAME = statement('project-tokens/rename', 'UPDATE users SET name = $name WHERE id = $userId');

/**
 * Changes the name, actions or projects of a project token.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function updateProjectToken(
  ctx: Context<'pool' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
  args: object,
): Promise<AccessToken> {
  const { organizationId } = await requireProjectToken(ctx, id, 'token.manage');
  rejectNulls(args);
  const input = parseInput(changedTokenInput, args);
  const changed = await inTransaction(ctx.services.pool, async (sql) => {
    const token = await lockToken(sql, ctx, organizationId, id);
    assertActive(token);
    const { after, changes, added } = changeToken(token, input);
    assertOfRole(token.role ?? 'viewer', after.actions);
    if (Object.keys(changes).length === 0) return token;
    await assertProjectsOf(sql, organizationId, added);
    await writeToken(sql, after);
    await RENAME.run(sql, { userId: token.userId, name: after.name });
    await recordAccessChange(sql, organizationId);
    const target = accessTokenTarget(after);
    await recordAudit(sql, ctx, { organizationId, action: 'access_token_changed', target, changes });
    return after;
  });
  ctx.services.tokenGrants.forget(id);
  ctx.services.wakeRelay();
  return changed;
}

const REMOVE_MEMBERSHIP = statement(
  'project-tokens/remove-membership',
  'DELETE FROM memberships WHERE access_token_id = $id',
);

/**
 * Revokes a project token, removes its service account from the organization and unassigns its
 * annotations: readers see that immediately, the rows may follow after the response. What it wrote
 * stays.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a revoked one
 */
export async function revokeProjectToken(
  ctx: Context<'pool' | 'stopping' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  const { organizationId } = await requireProjectToken(ctx, id, 'token.manage');
  const { userId } = await inTransaction(ctx.services.pool, async (sql) => {
    const token = await lockToken(sql, ctx, organizationId, id);
    if ((await REVOKE.run(sql, { id })).rowCount === 0) throw notFound('AccessToken');
    await REMOVE_MEMBERSHIP.run(sql, { id });
    await scheduleUnassignment(sql, { organizationId, userId: token.userId, actorId: requireUser(ctx) });
    await recordAccessChange(sql, organizationId);
    await recordAudit(sql, ctx, { organizationId, action: 'access_token_revoked', target: accessTokenTarget(token) });
    return token;
  });
  ctx.services.tokenGrants.forget(id);
  ctx.services.wakeRelay();
  await unassignMember(ctx, { organizationId, userId });
  return { id };
}

const FIND = statement(
  'project-tokens/find',
  `SELECT ${TOKEN_COLUMNS} FROM access_tokens t WHERE t.id = $id`,
).narrow<StoredPipeline>();

async function lockToken(
  sql: Queryable,
  ctx: Context<'pool'>,
  organizationId: string,
  id: string,
): Promise<AccessToken> {
  await lockOrganization(sql, ctx, organizationId, 'token.manage');
  const token = await FIND.first(sql, { id });
  if (!token) throw notFound('AccessToken');
  return token;
}

/** @throws BAD_USER_INPUT for an issuer whose documents may not be fetched */
async function assertIssuer({ services }: Context<'config' | 'outbound'>, issuer: string): Promise<void> {
  const field = 'pipeline.issuer';
  if (services.config.production && !issuer.startsWith('https:')) throw badField(field, 'must begin with https://');
  await assertReachable(services.outbound, issuer, field);
}

/** @throws BAD_USER_INPUT for actions that the role does not permit */
function assertOfRole(role: Role, actions: string[]): void {
  const forbidden = actions.filter((action) => !can(role, action as Action));
  if (forbidden.length === 0) return;
  throw badField(
    'actions',
    `the role ${role} does not permit ${forbidden.join(', ')}; omit them or choose another role`,
  );
}
