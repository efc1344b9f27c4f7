import { mapAsyncIterator } from '@graphql-tools/utils';
import { type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Context } from '../../context.ts';
import { createEventBudget } from '../../http/event-budget.ts';
import { maskError } from '../../schema/mask-error.ts';

export interface EventResult {
  result: ExecutionResult;
  /** Bytes that were read for it. */
  bytes: number;
}

/** Executes a subscription's selection for one event, with a budget of its own. */
export async function executeEvent(args: ExecutionArgs, event: object): Promise<EventResult> {
  const responseBudget = createEventBudget();
  const contextValue: Context = { ...(args.contextValue as Context), responseBudget };
  const result = await execute({ ...args, rootValue: event, contextValue });
  return { result, bytes: responseBudget.bytes };
}

/**
 * Executes each event of a stream and reserves its bytes in the client's budget until it is sent. A
 * result that exceeds the budget is replaced by an error.
 */
export function withinBudget(
  ctx: Context,
  events: AsyncIterable<object>,
  run: (event: object) => Promise<EventResult>,
): AsyncIterableIterator<ExecutionResult> {
  let release: () => void = () => undefined;
  const results = mapAsyncIterator(events, async (event): Promise<ExecutionResult> => {
    const { result, bytes } = await run(event);
    try {
      release = ctx.responseBudget?.reserveEvent(bytes) ?? release;
      return result;
    } catch (error) {
      return { errors: [maskError(error, ctx)] };
    }
  });
  return {
    next() {
      release();
      return results.next();
    },
    return: (value) => results.return?.(value) ?? Promise.resolve({ done: true, value }),
    throw: (error) => results.throw?.(error) ?? Promise.reject(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
