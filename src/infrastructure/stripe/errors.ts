import Stripe from 'stripe';
import { AppError, badInput } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Retry-After, seconds. */
const RETRY_AFTER = 30;

const NOTHING = 'nothing was changed';

/**
 * Converts a failed Stripe call to an API error. Stripe's message is logged; only card errors reach
 * clients.
 */
export function toAppError(error: unknown, call: string, logger: Logger): AppError {
  if (!(error instanceof Stripe.errors.StripeError)) return unreachable(error, call, logger);
  if (error instanceof Stripe.errors.StripeCardError) {
    return badInput(
      `The payment did not go through (${error.message}); ${NOTHING}. Set another card in the billing portal`,
    );
  }
  const { statusCode = 0, code, type, requestId, message } = error;
  const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  if (!refused) return unreachable(error, call, logger);
  logger.error({ call, statusCode, code, type, stripeRequestId: requestId, reason: message }, 'Stripe rejected a call');
  return unavailable(
    `Stripe rejected the call ${call} (${code ?? type}); ${NOTHING}. The log of this installation has the reason`,
    error,
  );
}

/** Error for a response that does not match Stripe's documentation. */
export function unexpectedResponse(error: Error, call: string, logger: Logger): AppError {
  logger.error({ call, reason: error.message }, 'unexpected response from Stripe');
  return unavailable(`Stripe sent an unexpected response to ${call}. Retry later`, error);
}

function unreachable(error: unknown, call: string, logger: Logger): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ call, reason }, 'Stripe call failed');
  return unavailable(`Stripe is not available (${call}); ${NOTHING} here. Retry later`, error);
}

const unavailable = (message: string, cause: unknown) =>
  new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER });
