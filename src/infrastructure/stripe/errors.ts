import Stripe from 'stripe';
import { AppError, badInput } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 30;

const NOTHING = 'nothing was changed';

/** What a caller is told of a call to Stripe that failed; what Stripe said goes into the log, but for a card's own words. */
export function asRefusal(error: unknown, call: string, logger: Logger): AppError {
  if (!(error instanceof Stripe.errors.StripeError)) return unreachable(error, call, logger);
  if (error instanceof Stripe.errors.StripeCardError) {
    return badInput(
      `The payment did not go through (${error.message}); ${NOTHING}. Set another card in the billing portal`,
    );
  }
  const { statusCode = 0, code, type, requestId, message } = error;
  const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  if (!refused) return unreachable(error, call, logger);
  logger.error({ call, statusCode, code, type, stripeRequestId: requestId, reason: message }, 'Stripe refused a call');
  return unavailable(
    `Stripe refused the call ${call} (${code ?? type}); ${NOTHING}. Whoever runs this installation finds the reason in its log`,
    error,
  );
}

/** Stripe answered, but not as documented. */
export function notUnderstood(error: Error, call: string, logger: Logger): AppError {
  logger.error({ call, reason: error.message }, "Stripe's answer is not as documented");
  return unavailable(`Stripe's answer to ${call} was not understood. Try again in a while`, error);
}

function unreachable(error: unknown, call: string, logger: Logger): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ call, reason }, 'Stripe did not answer a call');
  return unavailable(`Stripe does not answer at the moment (${call}); ${NOTHING} here. Try again in a while`, error);
}

const unavailable = (message: string, cause: unknown) =>
  new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER });
