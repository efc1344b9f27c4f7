import { BlockList, isIP } from 'node:net';

/** `public`: only addresses of the public internet. `open`: any address, for private networks. */
export type NetworkPolicy = 'public' | 'open';

/** Ranges reserved by IANA, and cloud metadata addresses. Also applies to IPv4-mapped IPv6. */
const FORBIDDEN_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT); Alibaba's metadata is 100.100.100.200
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; metadata of AWS, Google and Azure is 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata is 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16/32', // Azure's host agent, which has an address of the public range
];

/**
 * Only range of IPv6 allocated to the public internet; the rest is local, reserved or translated.
 */
const GLOBAL_IPV6 = '2000::/3';

const FORBIDDEN_IPV6 = [
  '::/96', // unspecified, loopback, IPv4-compatible
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64 of a local network
  '100::/64', // discard
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local; AWS' metadata is fd00:ec2::254
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
];

const forbidden = listOf(FORBIDDEN_IPV4, FORBIDDEN_IPV6);
const global = listOf([], [GLOBAL_IPV6]);
const mapped = listOf([], ['::ffff:0:0/96']);

/**
 * Returns whether the text is a public IP address; false for addresses with a zone and other text.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !forbidden.check(address, 'ipv4');
    case 6:
      return !forbidden.check(address, 'ipv6') && (global.check(address, 'ipv6') || mapped.check(address, 'ipv6'));
    default:
      return false;
  }
}

/** Returns whether `policy` allows dialing the address. */
export const mayDial = (address: string, policy: NetworkPolicy): boolean =>
  policy === 'open' || isPublicAddress(address);

function listOf(ipv4: string[], ipv6: string[]): BlockList {
  const list = new BlockList();
  const add = (range: string, family: 'ipv4' | 'ipv6') => {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  };
  for (const range of ipv4) add(range, 'ipv4');
  for (const range of ipv6) add(range, 'ipv6');
  return list;
}
