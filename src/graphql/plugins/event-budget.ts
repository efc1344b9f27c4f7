import { mapAsyncIterator } from '@graphql-tools/utils';
import { type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Context } from '../../context.ts';
import { createEventRoom } from '../../http/event-room.ts';
import { maskError } from '../../schema/mask-error.ts';

export interface EventResult {
  result: ExecutionResult;
  /** What was read for it. */
  bytes: number;
}

/** Executes a subscription's selection for one event. What is read for it counts for this event, not for the life of the stream. */
export async function executeEvent(args: ExecutionArgs, event: object): Promise<EventResult> {
  const answer = createEventRoom();
  const contextValue = { ...(args.contextValue as Context), answer };
  const result = await execute({ ...args, rootValue: event, contextValue });
  return { result, bytes: answer.bytes };
}

/** The results of a stream's events, each of which counts in its caller's room until it is taken; an error in place of one without room. */
export function resultsInRoom(
  ctx: Context,
  events: AsyncIterable<object>,
  run: (event: object) => Promise<EventResult>,
): AsyncIterableIterator<ExecutionResult> {
  let taken: () => void = () => undefined;
  const results = mapAsyncIterator(events, async (event): Promise<ExecutionResult> => {
    const { result, bytes } = await run(event);
    try {
      taken = ctx.answer?.hold(bytes) ?? taken;
      return result;
    } catch (refusal) {
      return { errors: [maskError(refusal, ctx)] };
    }
  });
  return {
    next() {
      taken();
      return results.next();
    },
    return: (value) => results.return?.(value) ?? Promise.resolve({ done: true, value }),
    throw: (error) => results.throw?.(error) ?? Promise.reject(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
