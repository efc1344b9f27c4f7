import { authExchange } from '@urql/exchange-auth';
import { Client, type CombinedError, type Exchange, fetchExchange, subscriptionExchange } from 'urql';
import { createCache } from './cache.ts';
import { createLiveSocket, type LiveSocket } from './live.ts';
import { createRunningReads } from './read-again.ts';
import type { SessionStore } from './session.ts';
import { shareReads } from './shared-reads.ts';

/** Data access of one session. A log-out discards it with everything that was cached. */
export interface Data {
  client: Client;
  live: LiveSocket;
  close(): void;
}

/** @param guard rejects operations before anything else sees them */
export function createData(session: SessionStore, guard?: Exchange): Data {
  const live = createLiveSocket(session.token);
  const reads = createRunningReads();
  const client = new Client({
    url: '/graphql',
    // Reads are POST, so that variables stay out of logs.
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [
      ...(guard ? [guard] : []),
      createCache(reads.outdate),
      reads.exchange,
      authExchange(async ({ appendHeaders }) => ({
        addAuthToOperation(operation) {
          const token = session.current()?.accessToken;
          return token ? appendHeaders(operation, { authorization: `Bearer ${token}` }) : operation;
        },
        willAuthError: () => Date.now() >= (session.current()?.renewAt ?? 0),
        didAuthError: isAuthError,
        refreshAuth: async () => {
          await session.renew().catch(() => null);
        },
      })),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: live.socket.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return { client: shareReads(client), live, close: () => void live.socket.dispose() };
}

const isAuthError = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
