import { Request } from '@whatwg-node/fetch';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { useSofa } from 'sofa-api';
import type { Context } from '../context.ts';
import { AppError, type FieldProblem, fieldsText, invariant, notFound } from '../errors.ts';
import { errorResponse } from '../http/error-response.ts';
import { type BudgetedCall, setResponseSize } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import type { FetchCall } from '../http/transports.ts';
import { oncePer } from '../lib/once-per.ts';
import { assertVisitor, isVisitor } from '../resolvers/core/annotations/visitor-tokens.ts';
import { requireUser } from '../resolvers/platform/policies/access.ts';
import { maskError } from '../schema/mask-error.ts';
import { assertProjectKey, checkBeforeResolver } from './check-before-resolver.ts';
import { readArguments, readJsonObject } from './read-arguments.ts';
import { restSchema } from './rest-schema.ts';
import { maxBytesOf, type RestOperation, restOperations, sendsBody } from './routes.ts';

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult> | ExecutionResult;

/** State of one request that Sofa handles. */
interface RestRequestState {
  context: Context;
  execute: Execute;
  query: URLSearchParams;
  /** Read before the route is known; an error is thrown only if the operation has a body. */
  body: { members: Record<string, unknown> } | { problem: unknown };
  nextCursor?: string;
}

/** The routes of a schema as Sofa mounts them, and their operations. */
interface Mounted {
  operations: readonly RestOperation[];
  router: ReturnType<typeof useSofa>;
}

/** Mounts all routes, which takes 80 ms. The apps of one process share them. */
const mountRoutes = oncePer((schema: GraphQLSchema): Mounted => {
  const operations = restOperations(schema).filter(({ route }) => !route.fastPath);
  const documents = new WeakMap<DocumentNode, RestOperation>();

  const router = useSofa({
    basePath: '',
    schema: restSchema(schema),
    routes: Object.fromEntries(
      operations.map(({ kind, field, route }) => [
        `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
        { method: route.method, path: pathPattern(field, route.path), responseStatus: route.status ?? 200 },
      ]),
    ),
    context: ({ state }: { state?: RestRequestState }) => {
      invariant(state, 'handle passes one with every request');
      return state;
    },
    execute: (async (args: ExecutionArgs) => {
      const state = args.contextValue as RestRequestState;
      const operation = documents.get(args.document) ?? findOperation(operations, args.document);
      documents.set(args.document, operation);
      const variableValues = await readCheckedArguments(operation, state, args.variableValues ?? {});
      const result = await state.execute({
        schema,
        document: args.document,
        contextValue: state.context,
        variableValues,
      });
      return toRestResult(operation, result, (cursor) => {
        state.nextCursor = cursor;
      });
    }) as never,
    errorHandler: (([error]: unknown[]) => errorResponse(error)) as never,
  });
  return { operations, router };
});

/** Path of a route that matches digits only where the argument is a number, below 2³¹. */
const pathPattern = ({ args }: RestOperation['field'], path: string): string =>
  path.replace(/:(\w+)/g, (parameter, name: string) =>
    String(args.find((argument) => argument.name === name)?.type) === 'Int!' ? `${parameter}(\\d{1,9})` : parameter,
  );

/**
 * The REST API. Sofa mounts the routes of the schema's fields and builds their documents, which the
 * enveloped `execute` runs with the masking, limits and context of GraphQL. It responds to every
 * path, with NOT_FOUND where the schema has no route.
 */
export function restEndpoint(
  schema: GraphQLSchema,
  trusted: { trust(document: DocumentNode): void },
  executeOf: (context: Context) => Execute,
): Endpoint<Response, FetchCall & BudgetedCall> {
  const { operations, router } = mountRoutes(schema);
  const limitOf = bodyLimits(operations);
  const notFoundResponse = (request: Request, path: string) => errorResponse(notFound(`${request.method} ${path}`));

  return {
    methods: 'any',
    path: /^/,
    async handle({ request, context, body: reservation }) {
      const { pathname, searchParams } = new URL(request.url);
      if (isSofaWebhook(pathname) || !isDecodable(pathname)) return notFoundResponse(request, pathname);
      const { maxBytes, needsUser } = limitOf(request.method, pathname);
      // The body of a request without a required token is not read.
      const body =
        needsUser && context.actor.kind !== 'user' && !isVisitor(context)
          ? { members: {} }
          : await readJsonObject(request, maxBytes, reservation).then(
              (members) => ({ members }),
              (problem: unknown) => {
                if (problem instanceof AppError) return { problem };
                throw problem;
              },
            );
      const execute: Execute = (args) => {
        trusted.trust(args.document);
        return executeOf(context)(args);
      };
      const state: RestRequestState = { context, execute, query: searchParams, body };
      // Sofa gets the path alone: its query parameters would override the body.
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const pathRequest = new Request(`http://rest${pathname}`, { method });
      const routed = (await router.handle(pathRequest, { state } as never)) as Response | undefined;
      const response = routed ?? notFoundResponse(request, pathname);
      if (state.nextCursor) response.headers.set('x-next-cursor', state.nextCursor);
      return setResponseSize(context, response);
    },
  };
}

/**
 * Reads the arguments of an operation after it checks the token and the project key.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, PAYLOAD_TOO_LARGE; masked
 */
async function readCheckedArguments(
  operation: RestOperation,
  { context, query, body }: RestRequestState,
  path: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return checkBeforeResolver(context, operation, path, () => {
    assertCredential(operation, context);
    if (!('problem' in body)) {
      assertProjectKey(operation, context, body.members);
      return readArguments(operation, { path, query, body: body.members });
    }
    if (sendsBody(operation)) throw body.problem;
    return readArguments(operation, { path, query, body: {} });
  }).catch((error: unknown) => {
    throw maskError(error, context);
  });
}

interface BodyLimit {
  maxBytes: number;
  /** Whether all operations that match the path require a token. */
  needsUser: boolean;
}

/** Returns limits by path, since bodies are read before Sofa selects one of the matching routes. */
function bodyLimits(operations: readonly RestOperation[]): (method: string, path: string) => BodyLimit {
  const withBody = operations
    .filter(sendsBody)
    .map((operation) => ({ operation, pattern: new RegExp(`^${operation.route.path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (method, path) => {
    const matching = withBody
      .filter(({ operation, pattern }) => operation.route.method === method && pattern.test(path))
      .map(({ operation }) => operation);
    return {
      maxBytes: maxBytesOf(matching.find(({ route }) => route.maxBodyMiB)?.route),
      needsUser: matching.length > 0 && matching.every(needsToken),
    };
  };
}

/** @throws UNAUTHENTICATED without the bearer token or visitor token that the operation requires */
function assertCredential(operation: RestOperation, context: Context): void {
  if (operation.route.auth === 'visitor') assertVisitor(context);
  else if (needsToken(operation) && !(operation.acceptsVisitors && isVisitor(context))) requireUser(context);
}

const needsToken = ({ route }: RestOperation): boolean => (route.auth ?? 'bearer') === 'bearer';

/** Sofa's own webhook routes would let anyone make the server post to any address. */
const isSofaWebhook = (path: string) => path === '/webhook' || path.startsWith('/webhook/');

/** Returns whether the percent encoding of a path is valid. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function findOperation(operations: readonly RestOperation[], document: DocumentNode): RestOperation {
  const [definition] = document.definitions;
  invariant(definition?.kind === Kind.OPERATION_DEFINITION, 'Sofa builds documents of one operation');
  const [selection] = definition.selectionSet.selections;
  const kind = definition.operation === OperationTypeNode.QUERY ? 'query' : 'mutation';
  const operation = operations.find(
    (candidate) =>
      candidate.kind === kind && selection?.kind === Kind.FIELD && candidate.field.name === selection.name.value,
  );
  invariant(operation, 'Sofa mounts only fields of the filtered schema');
  return operation;
}

interface Connection {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Converts a result to the operation's envelope, and its errors to the argument names of REST. */
function toRestResult(
  operation: RestOperation,
  result: ExecutionResult,
  onNextCursor: (cursor: string) => void,
): ExecutionResult {
  const { field, route } = operation;
  if (result.errors) return { errors: result.errors.map((error) => withRestName(error, operation)) };
  if (!result.data) return result;
  if (route.envelope === 'data') return { data: { [field.name]: { data: result.data[field.name] } } };
  if (route.envelope !== 'list') return result;
  const { nodes, pageInfo } = result.data[field.name] as Connection;
  if (pageInfo.hasNextPage && pageInfo.endCursor) onNextCursor(pageInfo.endCursor);
  const { members } = route;
  const items = members ? nodes.map((node) => Object.fromEntries(members.map((name) => [name, node[name]]))) : nodes;
  return { data: { [field.name]: items } };
}

/** `first` is `limit` over REST, `after` is `cursor`, and `filter.text` is `text`. */
function withRestName(error: GraphQLError, { otherArguments }: RestOperation): GraphQLError {
  const sent = error.extensions.fields as readonly FieldProblem[] | undefined;
  if (!sent) return error;
  const fields = sent.map((problem) => {
    const [first = '', ...rest] = problem.path.split('.');
    if (otherArguments.some(({ memberOf }) => memberOf === first)) return { ...problem, path: rest.join('.') };
    const renamed = otherArguments.find(({ argument, memberOf }) => !memberOf && argument.name === problem.path);
    return renamed ? { ...problem, path: renamed.name } : problem;
  });
  return new GraphQLError(fieldsText(fields), { extensions: { ...error.extensions, fields } });
}
