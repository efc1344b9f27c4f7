import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { maskError } from '../../schema/mask-error.ts';
import { countUncounted } from '../../schema/throttle.ts';

/**
 * Counts what came without a field that counts itself, over HTTP and server-sent events: a body or document that is
 * refused, introspection. One too many is answered with the refusal alone.
 */
export function useCountedOperations(): Plugin<object, Context> {
  return {
    async onResultProcess({ serverContext, setResult }) {
      const refusal = await countOperation(serverContext);
      if (refusal) setResult({ errors: [refusal] });
    },
  };
}

/** The same for an operation of a WebSocket. */
export async function counted<R extends ExecutionResult | AsyncIterable<unknown>>(
  ctx: Context,
  result: R,
): Promise<R | ExecutionResult> {
  const refusal = await countOperation(ctx);
  return refusal ? { errors: [refusal] } : result;
}

/** And for one that does not come to run. */
export async function countedErrors(ctx: Context, errors: GraphQLError[]): Promise<GraphQLError[]> {
  const refusal = await countOperation(ctx);
  return refusal ? [refusal] : errors;
}

/** @returns the refusal of one too many */
async function countOperation(ctx: Context): Promise<GraphQLError | undefined> {
  try {
    await countUncounted(ctx);
    return undefined;
  } catch (error) {
    return maskError(error, ctx);
  }
}
