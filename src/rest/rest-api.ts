import { Request } from '@whatwg-node/fetch';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { useSofa } from 'sofa-api';
import type { Context } from '../context.ts';
import { AppError, invariant, notFound } from '../errors.ts';
import { errorResponse } from '../http/error-response.ts';
import type { ByteShare } from '../lib/byte-budget.ts';
import { requireUser } from '../resolvers/platform/policies/access.ts';
import { maskError } from '../schema/mask-error.ts';
import { countCall } from '../schema/throttle.ts';
import { readArguments } from './read-arguments.ts';
import { refuseAbsentKey } from './refuse-absent-key.ts';
import { readJsonObject } from './request-body.ts';
import { answerOf } from './response.ts';
import { restSchema } from './rest-schema.ts';
import { maxBytesOf, type RestOperation, restOperations, sendsBody } from './routes.ts';

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult> | ExecutionResult;

/** What one request brings along while Sofa handles it. */
interface Exchange {
  context: Context;
  query: URLSearchParams;
  /** Read before the route is known; what is wrong with it counts only when there is a route. */
  body: { members: Record<string, unknown> } | { problem: unknown };
  nextCursor?: string;
}

/**
 * The REST API: Sofa mounts the routes that the schema's fields name and builds their operations, and the enveloped
 * `execute` runs them, so that masking, limits and context are those of GraphQL.
 */
export function createRestApi(options: { schema: GraphQLSchema; execute: (context: Context) => Execute }) {
  const operations = restOperations(options.schema).filter(({ route }) => !route.direct);
  const limitOf = bodyLimits(operations);
  const documents = new WeakMap<DocumentNode, RestOperation>();

  const router = useSofa({
    basePath: '',
    schema: restSchema(options.schema),
    routes: Object.fromEntries(
      operations.map(({ kind, field, route }) => [
        `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
        { method: route.method, path: route.path, responseStatus: route.status ?? 200 },
      ]),
    ),
    context: ({ exchange }: { exchange?: Exchange }) => {
      invariant(exchange, 'handle passes one with every request');
      return exchange;
    },
    execute: (async (args: ExecutionArgs) => {
      const exchange = args.contextValue as Exchange;
      const operation = documents.get(args.document) ?? remember(documents, operations, args.document);
      const variableValues = await admit(operation, exchange, args.variableValues ?? {});
      const result = await options.execute(exchange.context)({
        schema: options.schema,
        document: args.document,
        contextValue: exchange.context,
        variableValues,
      });
      return answerOf(operation, result, (cursor) => {
        exchange.nextCursor = cursor;
      });
    }) as never,
    errorHandler: (([error]: unknown[]) => errorResponse(error)) as never,
  });
  const notThere = (request: Request, path: string) => errorResponse(notFound(`${request.method} ${path}`));

  return {
    /** @param share counts what is read of the body */
    async handle(request: Request, context: Context, share: ByteShare): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (isSofaWebhook(pathname) || !isDecodable(pathname)) return notThere(request, pathname);
      const { maxBytes, needsUser } = limitOf(request.method, pathname);
      // Whom `admit` refuses anyway has nothing read.
      const body =
        needsUser && context.actor.kind !== 'user'
          ? { members: {} }
          : await readJsonObject(request, maxBytes, share).then(
              (members) => ({ members }),
              (problem: unknown) => {
                if (problem instanceof AppError) return { problem };
                throw problem;
              },
            );
      const exchange: Exchange = { context, query: searchParams, body };
      // Sofa would let query parameters win over the body; it gets the path alone.
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const bare = new Request(`http://rest${pathname}`, { method });
      const found = (await router.handle(bare, { exchange } as never)) as Response | undefined;
      const response = found ?? notThere(request, pathname);
      if (exchange.nextCursor) response.headers.set('x-next-cursor', exchange.nextCursor);
      return response;
    },
  };
}

/**
 * The operation's arguments, when the call may go on to its resolver: who calls comes before what is asked. A refusal
 * here counts against the caller's limits like one by the resolver.
 */
async function admit(
  operation: RestOperation,
  { context, query, body }: Exchange,
  path: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  try {
    if (needsToken(operation)) requireUser(context);
    if (!('problem' in body)) {
      refuseAbsentKey(operation, context, body.members);
      return readArguments(operation, { path, query, body: body.members });
    }
    if (sendsBody(operation)) throw body.problem;
    return readArguments(operation, { path, query, body: {} });
  } catch (refusal) {
    await countCall(context, operation.field, path);
    throw maskError(refusal, context);
  }
}

interface BodyLimit {
  maxBytes: number;
  /** Whether every operation that the path can mean refuses callers without a token. */
  needsUser: boolean;
}

/** What a request may send. Bodies are read before Sofa has found the route, of which a path may fit several. */
function bodyLimits(operations: RestOperation[]): (method: string, path: string) => BodyLimit {
  const withBody = operations
    .filter(sendsBody)
    .map((operation) => ({ operation, pattern: new RegExp(`^${operation.route.path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (method, path) => {
    const fitting = withBody
      .filter(({ operation, pattern }) => operation.route.method === method && pattern.test(path))
      .map(({ operation }) => operation);
    return {
      maxBytes: maxBytesOf(fitting.find(({ route }) => route.maxBodyMiB)?.route),
      needsUser: fitting.length > 0 && fitting.every(needsToken),
    };
  };
}

const needsToken = ({ route }: RestOperation): boolean => (route.auth ?? 'bearer') === 'bearer';

/** Sofa mounts these of its own: they let anyone make the server post to any address. */
const isSofaWebhook = (path: string) => path === '/webhook' || path.startsWith('/webhook/');

/** Whether the percent signs of a path mean something. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function remember(
  documents: WeakMap<DocumentNode, RestOperation>,
  operations: RestOperation[],
  document: DocumentNode,
): RestOperation {
  const [definition] = document.definitions;
  invariant(definition?.kind === Kind.OPERATION_DEFINITION, 'Sofa builds documents of one operation');
  const [selection] = definition.selectionSet.selections;
  const kind = definition.operation === OperationTypeNode.QUERY ? 'query' : 'mutation';
  const operation = operations.find(
    (candidate) =>
      candidate.kind === kind && selection?.kind === Kind.FIELD && candidate.field.name === selection.name.value,
  );
  invariant(operation, 'Sofa mounts only what the filtered schema holds');
  documents.set(document, operation);
  return operation;
}
