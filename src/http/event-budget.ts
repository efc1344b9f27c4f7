import type { ResponseBudget } from '../context.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from '../resolvers/platform/pagination/response-size.ts';

/** Counts the bytes that were read for one event of a stream. */
export interface EventBudget extends ResponseBudget {
  readonly bytes: number;
}

/**
 * Creates a counter for one event, without owners: several streams may share the event.
 *
 * `reserve` throws BAD_USER_INPUT if the event exceeds the maximum size of a response.
 */
export function createEventBudget(): EventBudget {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    reserve(more) {
      if (bytes + more > MAX_RESPONSE_BYTES) throw responseTooLarge();
      bytes += more;
    },
    setSize: () => undefined,
    reserveEvent: () => () => undefined,
  };
}
