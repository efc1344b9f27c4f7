import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { withDeadline } from '../../lib/deadline.ts';
import { mayDial, type NetworkPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';

/** Finds the addresses of a name. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** A name that takes longer counts as one that cannot be resolved, milliseconds. */
const TIMEOUT_MS = 5_000;

export interface ResolveOptions {
  policy: NetworkPolicy;
  lookup?: Lookup;
  timeoutMs?: number;
}

/**
 * Resolves a host once and checks every address it has. Dial what is returned: resolving again could give others.
 * @param hostname a name, or an address as it stands in a URL
 * @throws OutboundError `refused` when one address is not public under the policy `public`; `unresolved`
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
 * Under `open`, names are the system's: those of the hosts file and of the local network count. Under `public`, the name
 * servers are asked directly: the system's look-up holds one of a few threads, so that names whose servers never answer
 * would make all others wait.
 */
const lookupFor = (policy: NetworkPolicy): Lookup => (policy === 'open' ? systemLookup : nameServerLookup());

const systemLookup: Lookup = (hostname) => dns.lookup(hostname, { all: true });

/** @param servers those of the system unless given, as `address:port` */
export function nameServerLookup(servers?: string[]): Lookup {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') {
      // A name of one family is none of the other: that says nothing while the other was left without an answer.
      throw isNone(ipv4.reason) ? ipv6.reason : ipv4.reason;
    }
    const found = (answer: PromiseSettledResult<string[]>, family: number) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    return [...found(ipv4, 4), ...found(ipv6, 6)];
  };
}

async function inTime(hostname: string, lookup: Lookup, timeoutMs: number): Promise<LookupAddress[]> {
  const late = () => new Error(`the name servers did not answer within ${timeoutMs} ms`);
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
    return 'its name servers did not answer';
  }
  return message;
}

/** Whether the name servers have answered that there is nothing. */
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
