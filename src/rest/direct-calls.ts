import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { CORS_HEADERS } from '../http/cors.ts';
import { restError } from '../http/error-response.ts';
import { rateLimitHeaders } from '../http/rate-limit-headers.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { type ByteShare, createByteBudget } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { networkOf } from '../lib/network-of.ts';
import type { UnderWay } from '../lib/under-way.ts';
import { notStoredNow } from '../resolvers/collection/availability.ts';
import { maskError } from '../schema/mask-error.ts';
import { countCall } from '../schema/throttle.ts';
import { readCollectedBody, SenderGone } from './collect-body.ts';
import { readArguments } from './read-arguments.ts';
import { refuseAbsentKey } from './refuse-absent-key.ts';
import { maxBytesOf, type RestOperation, restOperations } from './routes.ts';

/** Of bodies that were read and not answered yet. */
const MAX_HELD_BYTES = 64 * MIB;
/** Of these, one network's. */
const MAX_OF_NETWORK = MAX_HELD_BYTES / 2;
/** Nobody is there to be told, and nothing of ours went wrong. */
const GONE = 499;
const NO_QUERY = new URLSearchParams();

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * Answers the operations that the schema marks `direct`: the field's own resolver, with its throttle, on the arguments that
 * the schema describes, without Sofa, a document and its execution (docs/decisions/0012).
 * @returns whether the request was one of them
 */
export function createDirectCalls(options: {
  schema: GraphQLSchema;
  context: (request: IncomingMessage) => Promise<Context>;
  logger: Logger;
  calls: UnderWay;
  onAnswer: (path: string, method: string, status: number, ms: number) => void;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const operations = new Map(
    restOperations(options.schema)
      .filter(({ route }) => route.direct)
      .map((operation) => [`${operation.route.method} ${operation.route.path}`, operation]),
  );

  const budget = createByteBudget(MAX_HELD_BYTES, notStoredNow);

  async function answerTo(request: IncomingMessage, operation: RestOperation): Promise<Answer> {
    let context: Context | undefined;
    let share: ByteShare | undefined;
    try {
      context = await options.context(request);
      share = budget.open({ name: networkOf(context.ip), max: MAX_OF_NETWORK });
      const args = await admit(request, operation, context, share);
      const info = { fieldName: operation.field.name } as GraphQLResolveInfo;
      const body = await operation.field.resolve?.(undefined, args, context, info);
      const status = operation.route.status ?? 200;
      return { status, body, headers: rateLimitHeaders(context, status) };
    } catch (error) {
      if (error instanceof SenderGone) return { status: GONE, body: undefined };
      const source = { requestId: context?.requestId ?? 'unknown', logger: options.logger };
      const { status, body, headers } = restError(maskError(error, source));
      return { status, body, headers: { ...(context && rateLimitHeaders(context, status)), ...headers } };
    } finally {
      share?.end();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse, operation: RestOperation): Promise<void> {
    const started = performance.now();
    const { status, body, headers } = await answerTo(request, operation);
    if (status !== GONE && !response.destroyed) {
      const json = JSON.stringify(body);
      response.writeHead(status, {
        ...CORS_HEADERS,
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    }
    options.onAnswer(operation.route.path, request.method ?? '', status, performance.now() - started);
  }

  return (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const operation = operations.get(`${request.method} ${path}`);
    if (!operation) return false;
    void options.calls.follow(handle(request, response, operation));
    return true;
  };
}

/** A refusal here counts against the caller's limits like one by the resolver. */
async function admit(
  request: IncomingMessage,
  operation: RestOperation,
  context: Context,
  share: ByteShare,
): Promise<Record<string, unknown>> {
  try {
    const body = await readCollectedBody(request, maxBytesOf(operation.route), share);
    refuseAbsentKey(operation, context, body);
    return readArguments(operation, { path: {}, query: NO_QUERY, body });
  } catch (refusal) {
    await countCall(context, operation.field, {});
    throw refusal;
  }
}
