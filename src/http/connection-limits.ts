import type { Server, Socket } from 'node:net';
import { isPublicAddress } from '../infrastructure/outbound/address-policy.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { networkOf } from '../lib/network-of.ts';

/** Of all connections, the part that one network may have. */
const SHARE = 4;
/** Between two lines of the log, milliseconds. */
const LOG_EVERY_MS = 60_000;

/** `all`: as many as may be are open. `network`: as many of one network. */
export type DropReason = 'all' | 'network';

export interface ConnectionLimits {
  /** Open at once; one more is closed as it comes. 0 is no limit. */
  max: number;
  /** Whether callers connect by themselves: connections of proxies are those of everybody. */
  isDirect: boolean;
}

/**
 * Bounds the connections of a server: all together, and those of a public network to a quarter, so that one host shuts nobody out.
 * Others, which are proxies and gateways as a rule, have all. Of what it drops the log tells once a minute.
 */
export function limitConnections(
  server: Server,
  { max, isDirect }: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
  onDrop: (reason: DropReason) => void,
): void {
  if (max === 0) return;
  const dropped = { all: 0, network: 0 };
  let nextLine = 0;
  const drop = (reason: DropReason, address: string | undefined) => {
    onDrop(reason);
    dropped[reason] += 1;
    if (performance.now() < nextLine) return;
    nextLine = performance.now() + LOG_EVERY_MS;
    logger.warn(
      { ...dropped, max, address },
      'connections were closed as they came: MAX_CONNECTIONS are open, or a quarter of them of one network',
    );
    dropped.all = 0;
    dropped.network = 0;
  };
  server.maxConnections = max;
  server.on('drop', (data) => drop('all', data?.remoteAddress));
  if (isDirect) limitNetworks(server, Math.ceil(max / SHARE), (address) => drop('network', address));
}

function limitNetworks(server: Server, max: number, onDrop: (address: string) => void): void {
  const open = new Map<string, number>();
  // One that offered an upgrade comes a second time.
  const known = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (known.has(socket) || remoteAddress === undefined || !isPublicAddress(remoteAddress)) return;
    known.add(socket);
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= max) {
      socket.destroy();
      onDrop(remoteAddress);
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
