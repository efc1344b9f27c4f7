import { badInput } from '../../../errors.ts';
import type { OutboundClient } from '../../../infrastructure/outbound/client.ts';
import { OutboundError } from '../../../infrastructure/outbound/outbound-error.ts';
import { urlInput } from './fields.ts';

/** An address that the service is told to call: no credentials in it, which logs and lists would show. */
export const outboundUrlInput = urlInput.refine((url) => {
  const { username, password } = URL.parse(url) ?? {};
  return !username && !password;
}, 'must not hold a user name or a password');

/** @throws BAD_USER_INPUT for what NETWORK_POLICY forbids; a name that cannot be resolved now may come */
export async function assertReachable(outbound: OutboundClient, url: string, field = 'url'): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError && error.failure === 'refused') throw badInput(`${field}: ${error.message}`);
    if (!(error instanceof OutboundError)) throw error;
  }
}
