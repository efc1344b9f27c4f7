import { filterSchema } from '@graphql-tools/utils';
import { Request, Response } from '@whatwg-node/fetch';
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
import { isGraphqlOnly, operationOf } from '../schema/operation.ts';
import { answerOf } from './answer.ts';
import { type RestError, restError } from './error-response.ts';
import { readArguments } from './read-arguments.ts';
import { readJsonObject } from './request-body.ts';
import { type RestOperation, restOperations } from './routes.ts';

/** Bytes. */
const MAX_BODY = 1024 * 1024;

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult> | ExecutionResult;

/** What one request brings along while Sofa handles it. */
interface Exchange {
  context: Context;
  query: URLSearchParams;
  /** Read before the route is known; what is wrong with it counts only when there is a route. */
  body: Record<string, unknown> | { problem: unknown };
  nextCursor?: string;
}

/**
 * The REST API: Sofa mounts the routes that the schema's fields name and builds their operations, and the enveloped
 * `execute` runs them, so that masking, limits and context are those of GraphQL.
 */
export function createRestApi(options: { schema: GraphQLSchema; execute: (context: Context) => Execute }) {
  const operations = restOperations(options.schema);
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
      // Who calls comes before what is asked.
      if ((operation.route.auth ?? 'bearer') === 'bearer') requireUser(exchange.context);
      if ('problem' in exchange.body) throw exchange.body.problem;
      const variableValues = readArguments(operation, {
        path: args.variableValues ?? {},
        query: exchange.query,
        body: exchange.body as Record<string, unknown>,
      });
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
    errorHandler: (([error]: unknown[]) => toResponse(restError(error))) as never,
  });

  return {
    async handle(request: Request, context: Context): Promise<Response> {
      const url = new URL(request.url);
      const body = await readJsonObject(request, MAX_BODY).catch((problem: unknown) => ({ problem }));
      const exchange: Exchange = { context, query: url.searchParams, body };
      // Sofa would let query parameters win over the body; it gets the path alone.
      const bare = new Request(`http://rest${url.pathname}`, { method: request.method });
      const refused = isSofaWebhook(url.pathname);
      const found = refused ? undefined : ((await router.handle(bare, { exchange } as never)) as Response | undefined);
      const response = found ?? toResponse(restError(notFound(`${request.method} ${url.pathname}`)));
      if (exchange.nextCursor) response.headers.set('x-next-cursor', exchange.nextCursor);
      return response;
    },
  };
}

/** Sofa mounts these of its own: they let anyone make the server post to any address. */
const isSofaWebhook = (path: string) => path === '/webhook' || path.startsWith('/webhook/');

/** What REST can reach: root fields with a route; of types, what its answers carry. */
function restSchema(schema: GraphQLSchema): GraphQLSchema {
  const omitted = new Set(['edges', 'startCursor', 'hasPreviousPage']);
  return filterSchema({
    schema,
    rootFieldFilter: (kind, _name, field) => kind !== 'Subscription' && operationOf(field)?.rest !== undefined,
    objectFieldFilter: (_type, name, field) => !isGraphqlOnly(field) && !omitted.has(name),
  });
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

export const toResponse = ({ status, body, headers }: RestError): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
