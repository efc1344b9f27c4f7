export interface Background {
  /** Starts work after the present turn of the event loop. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when all that was started has ended. */
  settled(): Promise<void>;
}

/** Work that no caller waits for. */
export function createBackground(onError: (name: string, error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    start(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => onError(name, error))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
