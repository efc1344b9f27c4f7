import type { Server, Socket } from 'node:net';
import { isPublicAddress } from '../infrastructure/outbound/address-policy.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { networkOf } from '../lib/network-of.ts';

/** One network may have a quarter of all connections. */
const NETWORK_SHARE = 4;
/** Shortest time between two log lines, milliseconds. */
const LOG_INTERVAL_MS = 60_000;

/** Exceeded limit: that of all connections, or that of one network. */
export type DropReason = 'all' | 'network';

export interface ConnectionLimits {
  /** Concurrent connections; further ones are closed on arrival. 0 disables the limit. */
  max: number;
  /** Whether clients connect directly. Connections of a proxy belong to all clients. */
  isDirect: boolean;
}

/**
 * Limits the connections of a server: in total, and to a quarter per public network, so that one
 * host cannot lock out the others. Private networks, usually proxies and gateways, may use all.
 * Dropped connections are logged once a minute.
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
    nextLine = performance.now() + LOG_INTERVAL_MS;
    logger.warn(
      { ...dropped, max, address },
      'connections dropped: MAX_CONNECTIONS reached, or a quarter of it by one network',
    );
    dropped.all = 0;
    dropped.network = 0;
  };
  server.maxConnections = max;
  server.on('drop', (data) => drop('all', data?.remoteAddress));
  if (isDirect) limitNetworks(server, Math.ceil(max / NETWORK_SHARE), (address) => drop('network', address));
}

function limitNetworks(server: Server, max: number, onDrop: (address: string) => void): void {
  const open = new Map<string, number>();
  // A connection that offered an upgrade is emitted twice.
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
