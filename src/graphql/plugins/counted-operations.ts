import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { maskError } from '../../schema/mask-error.ts';
import { countUnresolvedOperation } from '../../schema/throttle.ts';

/**
 * Counts operations over HTTP and server-sent events that call no counted field, such as rejected
 * documents and introspection. Above the rate limit, the response is the error alone.
 */
export function useCountedOperations(): Plugin<object, Context> {
  return {
    async onResultProcess({ serverContext, setResult }) {
      const error = await countOperation(serverContext);
      if (error) setResult({ errors: [error] });
    },
  };
}

/** Counts an executed operation of a WebSocket. */
export async function countOperationResult<R extends ExecutionResult | AsyncIterable<unknown>>(
  ctx: Context,
  result: R,
): Promise<R | ExecutionResult> {
  const error = await countOperation(ctx);
  return error ? { errors: [error] } : result;
}

/** Counts a rejected operation of a WebSocket. */
export async function countOperationErrors(ctx: Context, errors: GraphQLError[]): Promise<GraphQLError[]> {
  const error = await countOperation(ctx);
  return error ? [error] : errors;
}

/** @returns the error of an exceeded rate limit */
async function countOperation(ctx: Context): Promise<GraphQLError | undefined> {
  try {
    await countUnresolvedOperation(ctx);
    return undefined;
  } catch (error) {
    return maskError(error, ctx);
  }
}
