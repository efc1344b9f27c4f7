import { fieldConflict } from '../../../errors.ts';
import type { Organization, User } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { organizationSlug } from '../../platform/input/slug.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { truncateText } from '../../platform/text/plain-text.ts';

export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
  /** Default: derived from the name of the user. */
  organizationName?: string | null;
  emailVerifiedAt: Date | null;
  administratorSince?: Date;
}

/** Creates a user who owns a new organization. */
export async function createAccount(
  tx: Transaction,
  { organizationName, ...account }: NewAccount,
): Promise<{ user: User; organization: Organization }> {
  const name = organizationName ?? `${truncateText(account.name, LIMITS.name - 15)}'s organization`;
  const user = await tx.user.create({ data: { id: newId(), ...account } });
  const organization = await tx.organization.create({ data: { id: newId(), name, slug: organizationSlug(name) } });
  await tx.membership.create({
    data: { id: newId(), organizationId: organization.id, userId: user.id, role: 'owner' },
  });
  return { user, organization };
}

/** Converts the error of a creation with a taken e-mail address; returns other errors unchanged. */
export const toAccountError = (error: unknown): unknown =>
  isUniqueViolation(error, 'email') ? fieldConflict('email', 'already has an account; log in instead') : error;
