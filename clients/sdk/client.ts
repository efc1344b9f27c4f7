import type { Mutation, Query, Subscription } from './schema.generated.ts';
import { FIELDS, IDEMPOTENT } from './schema-data.generated.ts';
import { type Known, type OperationKind, printSelection, type Selected, type Selection } from './selection.ts';
import { type SubscriptionOptions, subscribe } from './subscription.ts';
import { type CallOptions, type ClientOptions, Transport } from './transport.ts';

/** Client of an installation. */
export interface PinboundClient {
  /**
   * Reads the chosen fields. Repeated after failures of the connection.
   *
   * @throws PinboundError
   */
  query<const Chosen extends Selection<Query>>(
    selection: Chosen & Known<Chosen, Query>,
    options?: CallOptions,
  ): Promise<Selected<Query, Chosen>>;
  /**
   * Executes mutations, one after the other. A single creation gets an Idempotency-Key and is
   * repeated after failures of the connection; others are not. After RATE_LIMITED, mutations are
   * repeated only if none was executed.
   *
   * @throws PinboundError
   */
  mutate<const Chosen extends Selection<Mutation>>(
    selection: Chosen & Known<Chosen, Mutation>,
    options?: CallOptions,
  ): Promise<Selected<Mutation, Chosen>>;
  /**
   * Yields the results of a subscription, and opens it again after interruptions.
   *
   * @throws PinboundError
   */
  subscribe<const Chosen extends Selection<Subscription>>(
    selection: Chosen & Known<Chosen, Subscription>,
    options?: SubscriptionOptions,
  ): AsyncGenerator<Selected<Subscription, Chosen>, void, undefined>;
  /**
   * Executes a document, such as one with fragments. Only queries are repeated, and mutations that
   * a rate limit rejected before the first of them was executed.
   *
   * @throws PinboundError
   */
  request<Result>(text: string, variables?: Record<string, unknown>, options?: CallOptions): Promise<Result>;
}

/**
 * Creates a client of an installation.
 *
 * @throws TypeError if the address is not one
 */
export function createClient(options: ClientOptions): PinboundClient {
  const transport = new Transport(options);
  const print = (kind: OperationKind, selection: object) => printSelection(kind, selection, FIELDS);
  return {
    query: (selection, call) =>
      transport.execute({ ...call, request: print('query', selection), isRepeatable: true }) as never,
    mutate(selection, call) {
      const names = Object.entries(selection).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const isCreation = names.length === 1 && names.every((name) => IDEMPOTENT.includes(name));
      const idempotencyKey = call?.idempotencyKey ?? (isCreation ? crypto.randomUUID() : undefined);
      const isRepeatable = idempotencyKey !== undefined && isCreation;
      return transport.execute({
        ...call,
        request: print('mutation', selection),
        idempotencyKey,
        isRepeatable,
        hasOneField: names.length === 1,
      }) as never;
    },
    subscribe: (selection, call = {}) => subscribe(transport, print('subscription', selection), call) as never,
    request: (text, variables = {}, call) =>
      transport.execute({ ...call, request: { text, variables }, isRepeatable: isQuery(text) }) as never,
  };
}

/** Whether a document begins with a query or a fragment, and has no mutation. */
const isQuery = (text: string): boolean => !/\bmutation\b/.test(text);
