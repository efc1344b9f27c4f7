import { type Exchange, makeOperation, type Operation, stringifyDocument } from 'urql';
import { onPush, pipe } from 'wonka';

/** Reads that are running, and are repeated if something that they read changes meanwhile. */
export interface RunningReads {
  /** Marks the reads of a field as outdated. */
  outdate(field: string): void;
  /** Belongs between the cache and the network. */
  exchange: Exchange;
}

const reads = ({ query }: Operation, field: string): boolean =>
  new RegExp(`\\b${field}\\b`).test(stringifyDocument(query));

/**
 * Repeats reads that were running when a field of theirs became incomplete. The client itself drops
 * the second read of a query while the first is running, whose result may be older than the change.
 */
export function createRunningReads(): RunningReads {
  const running = new Map<number, { operation: Operation; isOutdated: boolean }>();
  return {
    outdate(field) {
      for (const read of running.values()) read.isOutdated ||= reads(read.operation, field);
    },
    exchange:
      ({ forward, client }) =>
      (operations) =>
        pipe(
          operations,
          onPush((operation) => {
            if (operation.kind === 'query') running.set(operation.key, { operation, isOutdated: false });
            if (operation.kind === 'teardown') running.delete(operation.key);
          }),
          forward,
          onPush(({ operation: { key }, hasNext }) => {
            const read = running.get(key);
            if (!read || hasNext) return;
            running.delete(key);
            if (!read.isOutdated) return;
            const { operation } = read;
            const context = { ...operation.context, requestPolicy: 'network-only' } as const;
            // It is queued until this result has arrived.
            client.reexecuteOperation(makeOperation('query', operation, context));
          }),
        ),
  };
}
