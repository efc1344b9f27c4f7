import { isIP } from 'node:net';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { mayDial } from '../../../infrastructure/outbound/address-policy.ts';
import type { OutboundClient } from '../../../infrastructure/outbound/client.ts';
import { OutboundError } from '../../../infrastructure/outbound/outbound-error.ts';
import { urlInput } from './fields.ts';

/** A URL that the service will call. Credentials are rejected, because logs and lists show URLs. */
export const outboundUrlInput = urlInput.refine((url) => {
  const { username, password } = URL.parse(url) ?? {};
  return !username && !password;
}, 'must not contain a user name or a password');

/**
 * Checks a URL against NETWORK_POLICY. A host name that does not resolve yet is accepted.
 *
 * @throws BAD_USER_INPUT for a forbidden address
 */
export async function assertReachable(outbound: OutboundClient, url: string, field = 'url'): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError && error.failure === 'refused') throw badField(field, error.message);
    if (!(error instanceof OutboundError)) throw error;
  }
}

/**
 * Rejects forbidden addresses early if that requires no name resolution.
 *
 * @param argument that names the address, for the message
 * @throws BAD_USER_INPUT
 */
export function assertMayVisit(ctx: Context<'config'>, url: string, argument = 'url'): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host);
  if (ctx.services.config.networkPolicy === 'open') return;
  if (isLocalName || (isIP(host) && !mayDial(host, 'public'))) {
    throw badField(argument, `${host} is not an address of the public internet (NETWORK_POLICY=public)`);
  }
}
