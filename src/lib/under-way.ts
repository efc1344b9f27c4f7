export interface UnderWay {
  /** @returns what the work comes to */
  follow<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all that is followed has ended, one way or the other. */
  settled(): Promise<void>;
}

/** Remembers work until it ends. */
export function createUnderWay(): UnderWay {
  const running = new Set<Promise<unknown>>();
  return {
    follow(work) {
      const followed = work.finally(() => running.delete(followed));
      running.add(followed);
      return followed;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
