import { type Exchange, makeResult, type Operation, type OperationResult } from 'urql';
import { filter, makeSubject, merge, onPush, pipe } from 'wonka';

/** Network of a client in which the service responds when the test does. */
export function holdNetwork() {
  /** Requests without a response, oldest first. */
  const requests: Operation[] = [];
  const responses = makeSubject<OperationResult>();
  const exchange: Exchange = () => (operations) =>
    merge([
      responses.source,
      pipe(
        operations,
        onPush((operation) => {
          if (operation.kind !== 'teardown') requests.push(operation);
        }),
        filter((_operation): _operation is never => false),
      ),
    ]);
  return {
    exchange,
    requests,
    /** Responds to the oldest request, and waits for the next task. */
    async respond(response: Parameters<typeof makeResult>[1]): Promise<void> {
      const operation = requests.shift();
      if (!operation) throw new Error('no request');
      responses.next(makeResult(operation, response));
      await nextTask();
    },
  };
}

export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
