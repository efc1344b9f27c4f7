import type { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { Demo } from '../resolvers/demo/create-demo.ts';
import { schema } from '../schema/index.ts';
import { maskError } from '../schema/mask-error.ts';
import type { Services } from '../services.ts';
import { useCompiledQueries } from './compiled-queries.ts';
import { graphiqlOptions } from './graphiql.ts';

/** Bytes. */
const MAX_BODY = 1024 * 1024;

/**
 * The GraphQL engine behind HTTP, server-sent events, WebSocket and REST: one set of masking, limits and context. The
 * caller passes the request's Context as server context.
 */
export function createGraphqlServer(services: Services, demo?: Demo) {
  return createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    // The whole server answers preflights, in src/app.ts.
    cors: false,
    logging: false,
    maxRequestBodySize: MAX_BODY,
    graphiql: graphiqlOptions(services, demo),
    // Loaded when somebody looks: it takes 60 MB.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    maskedErrors: false,
    plugins: [useMasking(services), useCompiledQueries()],
  });
}

export type GraphqlServer = ReturnType<typeof createGraphqlServer>;

/** Every error of every phase leaves through `maskError`. */
function useMasking(services: Services): Plugin<Context> {
  const mask = (error: unknown, context?: Partial<Context>) =>
    maskError(error, {
      requestId: context?.requestId ?? 'unknown',
      logger: context?.logger ?? services.logger,
    });
  const maskAll = (errors: readonly GraphQLError[], context: Partial<Context>) =>
    errors.map((error) => mask(error, context));

  return {
    onParse:
      ({ context }) =>
      ({ result, replaceParseResult }) => {
        if (result instanceof Error) replaceParseResult(mask(result, context));
      },
    onValidate:
      ({ context }) =>
      ({ result, setResult }) => {
        if (result.length > 0) setResult(maskAll(result as GraphQLError[], context as Partial<Context>));
      },
    onExecute: ({ args }) => ({
      onExecuteDone: ({ result, setResult }) => {
        if (Symbol.asyncIterator in result || !result.errors) return;
        setResult({ ...result, errors: maskAll(result.errors, args.contextValue) });
      },
    }),
    onSubscribe: ({ args }) => ({
      onSubscribeResult: ({ result, setResult }) => {
        if (!(Symbol.asyncIterator in result) && result.errors) {
          setResult({ ...result, errors: maskAll(result.errors, args.contextValue) });
        }
        return {
          onNext: ({ result: next, setResult: setNext }) => {
            if (next.errors) setNext({ ...next, errors: maskAll(next.errors, args.contextValue) });
          },
        };
      },
      onSubscribeError: ({ error, setError }) => setError(mask(error, args.contextValue)),
    }),
  };
}
