import type { Context } from '../../../context.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { type CallLimit, countAgainst } from '../../throttling/call-limits.ts';

/** Whoever invites: an address shall not be flooded by way of us. */
const OF_ADDRESS: CallLimit = { what: 'invitations to this address', limit: 5, windowMs: HOUR_MS };
/** Room for two imports of the largest size, and not for a sender of bulk mail. */
const OF_ORGANIZATION: CallLimit = { what: 'invitations of this organization', limit: 2_000, windowMs: DAY_MS };
/** Whoever makes one organization after the other sends no more than through one. */
const OF_USER: CallLimit = { ...OF_ORGANIZATION, what: 'invitations of yours' };

/** Counts a mail that is about to be due. @throws RATE_LIMITED when it is one too many */
export async function countInvitation(ctx: Context, organizationId: string, email: string): Promise<void> {
  await countAgainst(ctx, `invitations-by:${requireUser(ctx)}`, OF_USER);
  await countAgainst(ctx, `invitations:${organizationId}`, OF_ORGANIZATION);
  await countAgainst(ctx, `invitation:${email}`, OF_ADDRESS);
}
