import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import type { PlanId } from '../plans.ts';
import { manual } from './manual.ts';
import { viaStripe } from './stripe.ts';

/** Who takes the money, and says when a plan is paid for. */
export interface Provider {
  /** @throws CONFLICT when this provider begins a paid plan in another way */
  changePlan(ctx: Context, subscription: Subscription, to: PlanId): Promise<Subscription>;
  /** Sets or takes back the end at the end of the period. */
  setCancel(ctx: Context, subscription: Subscription, cancel: boolean): Promise<Subscription>;
}

/** @throws UNAVAILABLE when the subscription is Stripe's and this installation has no key any more */
export function providerOf(ctx: Context, subscription: Subscription): Provider {
  if (subscription.provider === 'manual') return manual;
  const { stripe } = ctx.services;
  if (stripe) return viaStripe(stripe);
  throw new AppError(
    'UNAVAILABLE',
    'This subscription is paid through Stripe, for which this installation has no key any more: set STRIPE_SECRET_KEY',
  );
}
