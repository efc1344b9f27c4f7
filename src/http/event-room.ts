import type { AnswerRoom } from '../context.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '../resolvers/pagination/answer-size.ts';

/** What is read for one event of a stream. */
export interface EventRoom extends AnswerRoom {
  readonly bytes: number;
}

/** Counts what is read for one event by itself: whose stream it is for is not known yet. @throws BAD_USER_INPUT beyond one answer's size */
export function createEventRoom(): EventRoom {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    take(more) {
      if (bytes + more > MAX_ANSWER_BYTES) throw answerTooLarge();
      bytes += more;
    },
    made: () => undefined,
    hold: () => () => undefined,
  };
}
