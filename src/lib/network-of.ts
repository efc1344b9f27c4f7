import { isIPv6 } from 'node:net';

/** Leading 16-bit groups that identify one subscriber's IPv6 network: a /64. */
const GROUPS = 4;

/**
 * Returns the network that rate limits count by: an IPv4 address itself, or the /64 of an IPv6
 * address, which a provider assigns to one subscriber. IPv4-mapped IPv6 addresses become IPv4. Text
 * that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  return embeddedIn(groups) ?? `${groups.slice(0, GROUPS).join(':')}::/64`;
}

/** Returns the IPv4 address inside ::ffff:0:0/96. */
function embeddedIn(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}

/** Returns the eight groups, each without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalizes addresses; the longest run of zeros becomes `::`.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = written.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...new Array<string>(zeros).fill('0'), ...(tail ?? [])];
}
