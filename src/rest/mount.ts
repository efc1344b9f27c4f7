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
import { invariant, notFound } from '../errors.ts';
import { requireUser } from '../resolvers/policies/access.ts';
import { maskError } from '../schema/mask-error.ts';
import { countCall } from '../schema/throttle.ts';
import { answerOf } from './answer.ts';
import { errorResponse } from './error-response.ts';
import { readArguments } from './read-arguments.ts';
import { readJsonObject } from './request-body.ts';
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
  const operations = restOperations(options.schema).filter(({ route }) => !route.bare);
  const maxBodyOf = bodyLimits(operations);
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
    async handle(request: Request, context: Context): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (isSofaWebhook(pathname) || !isDecodable(pathname)) return notThere(request, pathname);
      const body = await readJsonObject(request, maxBodyOf(request.method, pathname)).then(
        (members) => ({ members }),
        (problem: unknown) => ({ problem }),
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
    if ((operation.route.auth ?? 'bearer') === 'bearer') requireUser(context);
    if (!('problem' in body)) return readArguments(operation, { path, query, body: body.members });
    if (sendsBody(operation)) throw body.problem;
    return readArguments(operation, { path, query, body: {} });
  } catch (refusal) {
    await countCall(context, operation.field, path);
    throw maskError(refusal, context);
  }
}

/** How many bytes a request may send. Bodies are read before Sofa has found the route: few routes have a limit of their own. */
function bodyLimits(operations: RestOperation[]): (method: string, path: string) => number {
  const limits = operations
    .filter(({ route }) => route.maxBodyMiB)
    .map(({ route }) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (method, path) =>
    maxBytesOf(limits.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route);
}

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
