import { AppError, badInput, conflict } from '../../../../errors.ts';
import { OutboundError } from '../../../../infrastructure/outbound/outbound-error.ts';
import { ProviderError } from './provider-error.ts';

/**
 * Runs calls to a provider for a client that waits, with errors for the client: the provider's
 * message, and what to do.
 *
 * @throws BAD_USER_INPUT where the provider rejects the credentials, the location or the request
 * @throws RATE_LIMITED while the provider requests a pause
 * @throws CONFLICT where the provider cannot be reached or fails; nothing is wrong with the request
 */
export async function withClientErrors<T>(label: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw clientError(label, error);
  }
}

function clientError(label: string, error: unknown): unknown {
  if (error instanceof OutboundError) return conflict(`${label} cannot be reached: ${error.message}`);
  if (!(error instanceof ProviderError)) return error;
  const { failure, message, retryAfter } = error;
  if (failure === 'rateLimited') {
    const options = { retryAfterSeconds: Math.ceil(retryAfter ?? 1) };
    return new AppError('RATE_LIMITED', `${message}; send this again then`, options);
  }
  return failure === 'unavailable' ? conflict(`${message}; send this again later`) : badInput(message);
}
