import type { Config } from '../../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StripeApi } from './stripe.ts';

/** The calls to Stripe, where the settings have a key for them. */
export async function openStripe(
  settings: Config['billing']['stripe'],
  logger: Logger,
): Promise<StripeApi | undefined> {
  if (!settings) return undefined;
  // Only who uses it waits for the library to load.
  const { createStripe } = await import('./stripe.ts');
  return createStripe({ ...settings, logger });
}
