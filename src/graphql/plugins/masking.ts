import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { type ErrorCode, isErrorCode } from '../../errors.ts';
import { maskError } from '../../schema/mask-error.ts';
import type { Services } from '../../services.ts';

/** Every error of every phase leaves through `maskError`. */
export function useMasking(services: Services): Plugin<Context> {
  const mask = (error: unknown, context?: Partial<Context>) =>
    maskError(error, {
      requestId: context?.requestId ?? 'unknown',
      logger: context?.logger ?? services.logger,
    });
  const maskAll = (errors: readonly GraphQLError[], context: Partial<Context>) =>
    errors.map((error) => mask(error, context));

  return {
    // What the HTTP layer itself refuses never was a document: its codes are translated, its statuses stay.
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !('errors' in result)) return;
      if (result.errors) setResult({ ...result, errors: result.errors.map(inClosedSet) });
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

/** What Yoga puts on an error for its answer. */
interface HttpPart {
  status?: number;
  /** Holds back the status from clients that take application/json alone. */
  spec?: boolean;
}

function inClosedSet(error: GraphQLError): GraphQLError {
  if (isErrorCode(error.extensions?.code)) return error;
  const code: ErrorCode =
    error.extensions?.code === 'REQUEST_ENTITY_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'BAD_USER_INPUT';
  const { message, nodes, path } = error;
  // Of a broken body the parser's words say nothing more; and without `spec` its status stays 200 for many clients.
  const {
    originalError: _original,
    http,
    ...extensions
  } = error.extensions as { http?: HttpPart; originalError?: unknown };
  return new GraphQLError(message, {
    nodes,
    path,
    extensions: { ...extensions, ...(http && { http: { ...http, spec: false } }), code },
  });
}

/** Over a WebSocket the status that the HTTP layer has put on an error says nothing. */
export const withoutHttp = (error: GraphQLError): GraphQLError => {
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes: error.nodes, path: error.path, extensions });
};
