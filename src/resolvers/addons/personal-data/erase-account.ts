import { z } from 'zod';
import type { CallContext, Context } from '../../../context.ts';
import { badField, conflict, notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { assertCurrentPassword, currentPasswordInput, wrongPassword } from '../../core/auth/current-password.ts';
import { me } from '../../core/auth/me.ts';
import { afterOrganizationEnd, endOrganization } from '../../core/organizations/delete-organization.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { RETENTION } from '../retention/purge-expired.ts';
import { type Erasure, erasePerson, freeErased, inErasure } from './erase-person.ts';
import type { Person } from './person.ts';

type EraseContext = Context<
  'changeHandlers' | 'logger' | 'objects' | 'pool' | 'runInBackground' | 'stopping' | 'wakeRelay'
>;

const successorInput = { successorId: z.string().nullish() };
const ownInput = z.object({ currentPassword: currentPasswordInput, ...successorInput });
const othersInput = z.object(successorInput);

/** An organization of the erased account. */
interface Joined {
  id: string;
  name: string;
  memberId: string;
  hasOtherMembers: boolean;
  hasOtherOwner: boolean;
  /** Membership of the successor; null if there is none. */
  successorMemberId: string | null;
}

const ORGANIZATIONS = statement(
  'erase-account/organizations',
  'SELECT organization_id AS id FROM memberships WHERE user_id = $userId ORDER BY 1',
);
/** Locks the organizations before the account, like other changes, to prevent deadlocks. */
const LOCK = statement(
  'erase-account/lock',
  'SELECT FROM organizations WHERE id = ANY($ids::uuid[]) ORDER BY id FOR UPDATE',
);
const LOCK_ACCOUNT = statement(
  'erase-account/lock-account',
  `SELECT email, password_hash AS "passwordHash", email_verified_at IS NOT NULL AS "isVerified"
  FROM users WHERE id = $id FOR UPDATE`,
);
const OTHERS = 'SELECT FROM memberships x WHERE x.organization_id = o.id AND x.user_id <> $userId';
const JOINED = statement(
  'erase-account/joined',
  `SELECT o.id, o.name, m.id AS "memberId",
    EXISTS (${OTHERS} AND x.access_token_id IS NULL) AS "hasOtherMembers",
    m.role <> 'owner' OR EXISTS (${OTHERS} AND x.role = 'owner') AS "hasOtherOwner!",
    (SELECT x.id FROM memberships x WHERE x.organization_id = o.id AND x.user_id = $successorId?
        AND x.user_id <> $userId AND x.access_token_id IS NULL AND x.role <> 'guest') AS "successorMemberId"
  FROM memberships m JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = $userId ORDER BY o.id`,
);
const PROMOTE = statement(
  'erase-account/promote',
  `WITH former AS (SELECT role FROM memberships WHERE id = $successorMemberId
  ), given AS (DELETE FROM membership_projects WHERE membership_id = $successorMemberId)
  UPDATE memberships SET role = 'owner', all_projects = true WHERE id = $successorMemberId
  RETURNING (SELECT role FROM former) AS "role!", (SELECT email FROM users WHERE id = user_id) AS "email!"`,
);
/** Without a grace period: the next run of the retention job removes the data. */
const FORGET = statement(
  'erase-account/forget',
  `UPDATE organizations SET name = 'Deleted organization', slug = '~' || id,
    deleted_at = now() - interval '${RETENTION}' - interval '1 minute' WHERE id = $organizationId`,
);
const FORGET_PROJECTS = statement(
  'erase-account/forget-projects',
  `UPDATE projects SET deleted_at = now() - interval '${RETENTION}' - interval '1 minute'
  WHERE organization_id = $organizationId`,
);

/**
 * Erases the account of the authenticated user, with the organizations that have no other member.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 * @throws CONFLICT if an organization with other members would have no owner
 */
export async function deleteAccount(
  ctx: EraseContext & Context<'db' | 'rateLimitStore'>,
  args: unknown,
): Promise<Erasure> {
  const user = await me(ctx);
  const { currentPassword, successorId } = parseInput(ownInput, args);
  await assertCurrentPassword(ctx, user, currentPassword);
  return eraseAccount(ctx, user.id, successorId, user.passwordHash);
}

/**
 * Erases any account, for administrators of the installation.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT if an organization with other members would have no owner
 */
export async function eraseUser(
  ctx: EraseContext & Context<'config' | 'db'>,
  id: string,
  args: unknown,
): Promise<Erasure> {
  await requireAdministrator(ctx);
  const { successorId } = parseInput(othersInput, args);
  if (!isId(id)) throw notFound('User');
  return eraseAccount(ctx, id, successorId);
}

async function eraseAccount(
  ctx: EraseContext,
  userId: string,
  successorId: string | null | undefined,
  passwordHash?: string,
): Promise<Erasure> {
  if (successorId != null && !isId(successorId)) throw badField('successorId', 'must be a UUID');
  const { erasure, keys } = await inErasure(ctx.services.pool, async (sql) => {
    const before = await ORGANIZATIONS.rows(sql, { userId });
    await LOCK.run(sql, { ids: before.map(({ id }) => id) });
    const person = await lockAccount(sql, userId, passwordHash);
    const joined = await JOINED.rows(sql, { userId, successorId });
    if (joined.map(({ id }) => id).join() !== before.map(({ id }) => id).join()) {
      throw conflict('The memberships of the account changed meanwhile; repeat the request');
    }
    assertOwners(joined);
    for (const organization of joined) await leave(sql, ctx, organization);
    return erasePerson(sql, person);
  });
  ctx.services.wakeRelay();
  afterOrganizationEnd(ctx);
  freeErased(ctx, keys);
  return erasure;
}

const FIND = statement(
  'erase-account/find',
  'SELECT FROM access_tokens WHERE user_id = $id AND organization_id IS NOT NULL',
);

/** @throws NOT_FOUND; BAD_USER_INPUT if the password was replaced after it was verified */
async function lockAccount(sql: Queryable, id: string, passwordHash?: string): Promise<Person> {
  const account = await LOCK_ACCOUNT.first(sql, { id });
  const service = await FIND.run(sql, { id });
  if (!account || service.rowCount) throw notFound('User');
  if (passwordHash !== undefined && account.passwordHash !== passwordHash) throw wrongPassword();
  return { id, login: account.email, address: account.isVerified ? account.email : null, organizationId: null };
}

/** @throws CONFLICT */
function assertOwners(joined: Joined[]): void {
  const orphaned = joined.filter(
    ({ hasOtherMembers, hasOtherOwner, successorMemberId }) => hasOtherMembers && !hasOtherOwner && !successorMemberId,
  );
  if (orphaned.length === 0) return;
  const names = orphaned.map(({ name }) => `"${name}"`).join(', ');
  throw conflict(
    `The account is the last owner of ${names}; make another member owner, name a member as successorId, or delete the organization`,
  );
}

/** Ends a membership, and the organization if it has no other member. */
async function leave(sql: Queryable, ctx: EraseContext & CallContext, organization: Joined): Promise<void> {
  const { id: organizationId, memberId, successorMemberId } = organization;
  if (!organization.hasOtherMembers) {
    await endOrganization(sql, ctx, organization);
    await FORGET.run(sql, { organizationId });
    await FORGET_PROJECTS.run(sql, { organizationId });
    return;
  }
  if (!organization.hasOtherOwner && successorMemberId) {
    const rows = await PROMOTE.rows(sql, { successorMemberId });
    const [{ role, email }] = rows as [{ role: Role; email: string }];
    await recordAudit(sql, ctx, {
      organizationId,
      action: 'member_role_changed',
      target: memberTarget({ id: successorMemberId, email }),
      changes: { role: { before: role, after: 'owner' } },
    });
  }
  await recordAccessChange(sql, organizationId);
  await recordAudit(sql, ctx, {
    organizationId,
    action: 'member_erased',
    target: memberTarget({ id: memberId, email: 'erased' }),
  });
}
