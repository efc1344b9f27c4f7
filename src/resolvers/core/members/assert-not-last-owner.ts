import { badInput } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Member } from './member.ts';

const OTHER_OWNER = statement(
  'assert-not-last-owner/other-owner',
  `SELECT FROM memberships WHERE organization_id = $organizationId AND role = 'owner' AND id <> $id LIMIT 1`,
);

/**
 * Checks that an organization keeps an owner. Requires the organization's lock, so that two owners
 * cannot leave concurrently.
 *
 * @throws BAD_USER_INPUT for the last owner
 */
export async function assertNotLastOwner(sql: Queryable, organizationId: string, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const { rowCount } = await OTHER_OWNER.run(sql, { organizationId, id: member.id });
  if (rowCount) return;
  throw badInput(
    `${member.email} is the last owner of this organization; make another member owner first, or delete the organization`,
  );
}
