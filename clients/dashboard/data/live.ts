import { createClient, type Client as Socket } from 'graphql-ws';

/** Delay before the next connection: 1 to 5 seconds, so that clients do not return all at once. */
const retryDelay = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000 + 4_000 * Math.random()));

export interface LiveSocket {
  socket: Socket;
  /** Whether the socket is open; undefined before the first connection. */
  isConnected(): boolean | undefined;
  /**
   * Calls `listener` when the connection opens or is lost.
   *
   * @returns removes the listener
   */
  onChange(listener: () => void): () => void;
}

/**
 * Creates the one socket of all subscriptions. It reconnects until it succeeds; updates that were
 * missed meanwhile are not sent again.
 *
 * @param token returns a valid access token, null after the session has ended
 */
export function createLiveSocket(token: () => Promise<string | null>): LiveSocket {
  const listeners = new Set<() => void>();
  let connected: boolean | undefined;
  const change = (value: boolean) => {
    if (connected === value) return;
    connected = value;
    for (const listener of listeners) listener();
  };
  const socket = createClient({
    url: `${location.origin.replace('http', 'ws')}/graphql`,
    connectionParams: async () => ({ Authorization: `Bearer ${(await token()) ?? ''}` }),
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: retryDelay,
    lazyCloseTimeout: 5_000,
    on: { connected: () => change(true), closed: () => change(false) },
  });
  return {
    socket,
    isConnected: () => connected,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
