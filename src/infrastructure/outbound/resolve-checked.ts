import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { withDeadline } from '../../lib/deadline.ts';
import { mayDial, type NetworkPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves a name. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** Timeout of a DNS lookup, ms. */
const TIMEOUT_MS = 5_000;

export interface ResolveOptions {
  policy: NetworkPolicy;
  lookup?: Lookup;
  timeoutMs?: number;
}

/**
 * Resolves a host and checks all of its addresses. Dial the returned ones: another lookup could
 * return different addresses (DNS rebinding).
 * @param hostname name or IP address, as in a URL
 * @throws OutboundError `refused` if an address is not allowed by the policy; `unresolved`
 */
export async function resolveChecked(hostname: string, options: ResolveOptions): Promise<LookupAddress[]> {
  const { policy, lookup = lookupFor(policy), timeoutMs = TIMEOUT_MS } = options;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  const addresses = family ? [{ address: literal, family }] : await inTime(hostname, lookup, timeoutMs);
  if (addresses.length === 0) throw unresolved(hostname, 'it has no address');
  if (!addresses.every(({ address }) => mayDial(address, policy))) throw notPublic(hostname);
  return addresses;
}

/**
 * `open` uses the system's resolver, including the hosts file and local names. `public` queries the
 * name servers directly: getaddrinfo occupies one of few threads, so unresponsive name servers
 * would block all other lookups.
 */
const lookupFor = (policy: NetworkPolicy): Lookup => (policy === 'open' ? systemLookup : nameServerLookup());

const systemLookup: Lookup = (hostname) => dns.lookup(hostname, { all: true });

/** @param servers `address:port`; default: the system's */
export function nameServerLookup(servers?: string[]): Lookup {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') {
      // "No record" of one family is inconclusive if the lookup of the other family failed.
      throw isNone(ipv4.reason) ? ipv6.reason : ipv4.reason;
    }
    const found = (answer: PromiseSettledResult<string[]>, family: number) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    return [...found(ipv4, 4), ...found(ipv6, 6)];
  };
}

async function inTime(hostname: string, lookup: Lookup, timeoutMs: number): Promise<LookupAddress[]> {
  const late = () => new Error(`the name servers did not respond within ${timeoutMs} ms`);
  try {
    return await withDeadline(lookup(hostname), timeoutMs, late);
  } catch (error) {
    throw unresolved(hostname, reasonOf(error), error);
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isNone(error)) return 'there is no such name';
  if (code === 'EAI_AGAIN' || code === 'ETIMEOUT' || code === 'ESERVFAIL' || code === 'ECONNREFUSED') {
    return 'its name servers did not respond';
  }
  return message;
}

/** Returns whether the name servers reported that the name or record does not exist. */
function isNone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

const unresolved = (hostname: string, reason: string, cause?: unknown) =>
  new OutboundError('unresolved', `${hostname} could not be resolved: ${reason}`, { cause });

const notPublic = (hostname: string) =>
  new OutboundError(
    'refused',
    `${hostname} is not an address of the public internet, and NETWORK_POLICY=public allows no other; use a public ` +
      'address, or have the operator set NETWORK_POLICY=open',
  );
