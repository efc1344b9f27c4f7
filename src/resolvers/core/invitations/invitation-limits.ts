import type { Context } from '../../../context.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { type CallLimit, countAgainst } from '../../platform/quotas/call-limits.ts';

/**
 * Invitations to one address from all organizations, so that the service cannot be used to flood
 * it.
 */
const OF_ADDRESS: CallLimit = { what: 'invitations to this address', limit: 5, windowMs: HOUR_MS };
/** Enough for two imports of the maximum size, but not for bulk mail. */
const OF_ORGANIZATION: CallLimit = { what: 'invitations of this organization', limit: 2_000, windowMs: DAY_MS };
/** Same limit per user, so that creating more organizations does not raise it. */
const OF_USER: CallLimit = { ...OF_ORGANIZATION, what: 'invitations of yours' };

/**
 * Counts an invitation mail.
 *
 * @throws RATE_LIMITED when a limit is exceeded
 */
export async function countInvitation(
  ctx: Context<'rateLimitStore'>,
  organizationId: string,
  email: string,
): Promise<void> {
  await countAgainst(ctx, `invitations-by:${requireUser(ctx)}`, OF_USER);
  await countAgainst(ctx, `invitations:${organizationId}`, OF_ORGANIZATION);
  await countAgainst(ctx, `invitation:${email}`, OF_ADDRESS);
}
