import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { visitorTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { emailInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { type Erasure, erasePerson, freeErased, inErasure } from './erase-person.ts';
import type { Person } from './person.ts';

export const visitorInput = z.object({ email: emailInput });

/** A person without an account, known by an address in the projects of an organization. */
export const visitorOf = (organizationId: string, address: string): Person => ({
  id: null,
  login: null,
  address,
  organizationId,
});

/**
 * Erases a person without an account from the projects of an organization, by e-mail address. What
 * members wrote stays: they erase their accounts.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function eraseVisitor(
  ctx: Context<'objects' | 'pool' | 'runInBackground' | 'stopping'>,
  organizationId: string,
  args: unknown,
): Promise<Erasure> {
  await requireOrganization(ctx, organizationId, 'personalData.manage');
  const { email } = parseInput(visitorInput, args);
  const { erasure, keys } = await inErasure(ctx.services.pool, async (sql) => {
    const erased = await erasePerson(sql, visitorOf(organizationId, email));
    await recordAudit(sql, ctx, { organizationId, action: 'visitor_erased', target: visitorTarget('erased') });
    return erased;
  });
  freeErased(ctx, keys);
  return erasure;
}
