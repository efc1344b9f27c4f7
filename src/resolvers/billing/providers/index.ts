import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import { manual } from '../../addons/billing/providers/manual.ts';
import { viaStripe } from '../../addons/billing/providers/stripe.ts';
import type { Provider } from './provider.ts';

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
