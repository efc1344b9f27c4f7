/** Runs work when it is its turn; refuses it when the line is full, and when the signal says that its caller has gone. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Work of which little may run at once, in the order in which it came.
 * @param options.maxWaiting how many may stand in the line
 */
export function createConcurrencyLimit(options: {
  atOnce: number;
  maxWaiting: number;
  refusal: () => Error;
}): ConcurrencyLimit {
  const { atOnce, maxWaiting, refusal } = options;
  const waiting = new Set<() => void>();
  let running = 0;

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= maxWaiting) throw refusal();
    let begin = () => {};
    let leave = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        begin = resolve;
        leave = () => {
          // Whose turn has come is not in the line any more.
          if (waiting.delete(begin)) reject(refusal());
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
    if (signal?.aborted) throw refusal();
    if (running >= atOnce) await wait(signal);
    else running += 1;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
