import type { Config } from '../../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StripeApi } from './stripe.ts';

/** Creates the Stripe client if a key is configured. */
export async function openStripe(
  settings: Config['billing']['stripe'],
  logger: Logger,
): Promise<StripeApi | undefined> {
  if (!settings) return undefined;
  // Loaded on demand: the library takes long to load.
  const { createStripe } = await import('./stripe.ts');
  return createStripe({ ...settings, logger });
}
