import { createConnection, type Socket } from 'node:net';
import type { NetworkPolicy } from '../../outbound/address-policy.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { type Lookup, resolveChecked } from '../../outbound/resolve-checked.ts';

/** Connection timeout, ms. */
const CONNECT_TIMEOUT_MS = 10_000;

export interface DialerOptions {
  policy: NetworkPolicy;
  lookup?: Lookup;
  /** Dials a checked address. */
  connect?: typeof connectTo;
}

/** @throws OutboundError */
export type Dial = (host: string, port: number) => Promise<Socket>;

/**
 * Resolves each name once, checks all of its addresses and dials exactly those, one after another.
 */
export function createDialer(options: DialerOptions): Dial {
  const { connect = connectTo } = options;
  const addresses = new Map<string, ReturnType<typeof resolveChecked>>();

  return async (host, port) => {
    const found = addresses.get(host) ?? resolveChecked(host, options);
    addresses.set(host, found);
    let failure: unknown;
    for (const { address } of await found) {
      try {
        return await connect(address, port);
      } catch (error) {
        failure = error;
      }
    }
    const { code } = failure as NodeJS.ErrnoException;
    throw new OutboundError('unreachable', `${host}:${port} does not accept connections (${code ?? 'no response'})`);
  };
}

function connectTo(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: address, port, noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}
