/** Runs work once a slot is free. Rejects when the queue is full or the signal aborts. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Limits concurrency; queued work starts in order of arrival.
 * @param options.atOnce slots
 * @param options.maxWaiting length of the queue
 * @param options.rejection creates the error for rejected work
 */
export function createConcurrencyLimit(options: {
  atOnce: number;
  maxWaiting: number;
  rejection: () => Error;
}): ConcurrencyLimit {
  const { atOnce, maxWaiting, rejection } = options;
  const waiting = new Set<() => void>();
  let running = 0;

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= maxWaiting) throw rejection();
    let begin = () => {};
    let leave = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        begin = resolve;
        leave = () => {
          // Work that has already left the queue runs to its end.
          if (waiting.delete(begin)) reject(rejection());
        };
        waiting.add(begin);
        signal?.addEventListener('abort', leave);
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  function passOn(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, signal) => {
    if (signal?.aborted) throw rejection();
    if (running >= atOnce) await wait(signal);
    else running += 1;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
