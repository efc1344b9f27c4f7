import type { Client, Operation, OperationResult } from 'urql';
import { fromValue, lazy, merge, onEnd, onPush, pipe, type Source, share, subscribe } from 'wonka';

/** Read that components have open. */
interface OpenRead {
  readonly source: Source<OperationResult>;
  latest: OperationResult | undefined;
  isRefreshing: boolean;
}

/**
 * Lets all components that have a query open share one read. The client itself runs the query again
 * for each component that mounts, and sends the result to all of them. While React waits for a part
 * of a screen, each result makes it mount the others again. This repeated without a pause, so that
 * the browser never loaded the part, and the page froze.
 *
 * A component that mounts gets the latest result. If its policy is `cache-and-network`, the query
 * is requested again a task later, once for all components that mount meanwhile.
 *
 * @returns the client
 */
export function shareReads(client: Client): Client {
  const open = new Map<number, OpenRead>();
  const execute = client.executeRequestOperation.bind(client);

  function start(operation: Operation): OpenRead {
    const read: OpenRead = {
      source: pipe(
        execute(operation),
        onPush((result) => {
          read.latest = result;
          if (!result.stale) read.isRefreshing = false;
        }),
        onEnd(() => {
          if (open.get(operation.key) === read) open.delete(operation.key);
        }),
        share,
      ),
      latest: undefined,
      isRefreshing: false,
    };
    open.set(operation.key, read);
    return read;
  }

  function refresh(operation: Operation, read: OpenRead): void {
    if (read.isRefreshing || read.latest?.stale !== false) return;
    read.isRefreshing = true;
    setTimeout(() => {
      if (open.get(operation.key) !== read) return;
      const context = { ...operation.context, requestPolicy: 'network-only' } as const;
      client.reexecuteOperation(client.createRequestOperation('query', operation, context));
    });
  }

  function join(operation: Operation): Source<OperationResult> {
    const read = open.get(operation.key);
    if (!read) return start(operation).source;
    if (operation.context.requestPolicy === 'cache-and-network') refresh(operation, read);
    if (!read.latest) return read.source;
    return merge([fromValue(read.latest), read.source]);
  }

  const isShared = ({ kind, context }: Operation) =>
    kind === 'query' && (context.requestPolicy === 'cache-first' || context.requestPolicy === 'cache-and-network');

  client.executeRequestOperation = ((operation: Operation) => {
    const unshared = execute(operation);
    if (!isShared(operation)) return unshared;
    const shared = lazy(() => join(operation));
    // A promise gets a result of its own: the latest of another reader may be older.
    return Object.assign(shared, unshared, {
      subscribe: (onResult: (result: OperationResult) => void) => pipe(shared, subscribe(onResult)),
    });
  }) as Client['executeRequestOperation'];
  return client;
}
