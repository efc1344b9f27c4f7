import type { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { maskError } from '../schema/mask-error.ts';
import type { Services } from '../services.ts';

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
