import type { Transaction } from '../../infrastructure/database/connect-database.ts';
import { newId } from '../../infrastructure/database/ids.ts';
import { ACCESS_CHANGED, NO_EVENT_DATA } from '../platform/events/event-types.ts';

/**
 * Has the access tokens that a user holds count no more, and its open streams end. Nudge the relay after the commit. Whoever
 * resets a password may be taking the account back from somebody who registered its address first.
 */
export async function endAccessTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { tokenGeneration: { increment: 1 } } });
  const memberships = await tx.membership.findMany({ where: { userId }, select: { organizationId: true } });
  await tx.event.createMany({
    data: memberships.map(({ organizationId }) => ({
      id: newId(),
      type: ACCESS_CHANGED,
      organizationId,
      data: NO_EVENT_DATA,
    })),
  });
}
