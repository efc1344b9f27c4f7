import { isIPv6 } from 'node:net';

/** Leading groups of an IPv6 address that one subscriber of a provider has: a /64. */
const GROUPS = 4;

/**
 * What limits count by: an IPv4 address by itself, one of IPv6 with all of its /64, which one caller has whole. An IPv4
 * address that is written as one of IPv6 is that of IPv4. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  return embeddedIn(groups) ?? `${groups.slice(0, GROUPS).join(':')}::/64`;
}

/** Of ::ffff:0:0/96, the IPv4 address. */
function embeddedIn(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}

/** The eight groups, each without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every form of one address alike, with the longest run of zeros as `::`.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = written.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...new Array<string>(zeros).fill('0'), ...(tail ?? [])];
}
