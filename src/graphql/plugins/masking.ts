import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Services } from '../../context.ts';
import { type ErrorCode, isErrorCode } from '../../errors.ts';
import { maskError } from '../../schema/mask-error.ts';

/** Masks the errors of every phase with `maskError`. */
export function useMasking(services: Services): Plugin<Context> {
  const mask = (error: unknown, context?: Partial<Context>) =>
    maskError(error, {
      requestId: context?.requestId ?? 'unknown',
      logger: context?.logger ?? services.logger,
    });
  const maskAll = (errors: readonly GraphQLError[], context: Partial<Context>) =>
    errors.map((error) => mask(error, context));

  return {
    // Errors from Yoga's HTTP layer: map the code, keep the status.
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !('errors' in result)) return;
      if (result.errors) setResult({ ...result, errors: result.errors.map(withKnownCode) });
    },
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

/** Extension of an error that sets the status of Yoga's response. */
interface HttpExtension {
  status?: number;
  /** Whether clients that accept only application/json get status 200. */
  spec?: boolean;
}

function withKnownCode(error: GraphQLError): GraphQLError {
  if (isErrorCode(error.extensions?.code)) return error;
  const code: ErrorCode =
    error.extensions?.code === 'REQUEST_ENTITY_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'BAD_USER_INPUT';
  const { message, nodes, path } = error;
  // The parser's error adds nothing. `spec: false` keeps the status for all clients.
  const {
    originalError: _original,
    http,
    ...extensions
  } = error.extensions as { http?: HttpExtension; originalError?: unknown };
  return new GraphQLError(message, {
    nodes,
    path,
    extensions: { ...extensions, ...(http && { http: { ...http, spec: false } }), code },
  });
}

/** Removes the HTTP status of an error, which has no meaning on a WebSocket. */
export const withoutHttpExtension = (error: GraphQLError): GraphQLError => {
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes: error.nodes, path: error.path, extensions });
};
