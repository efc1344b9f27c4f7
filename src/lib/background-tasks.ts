/** Fire-and-forget work that a shutdown waits for. */
export interface BackgroundTasks {
  /** Starts `work` on the next iteration of the event loop. Errors go to `onError` with `name`. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves once every started task has ended. */
  drained(): Promise<void>;
}

export function createBackgroundTasks(onError: (name: string, error: unknown) => void): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    start(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => onError(name, error))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async drained() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
