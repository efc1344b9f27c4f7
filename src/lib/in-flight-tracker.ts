/** Tracks pending promises, so that a shutdown can wait for them. */
export interface InFlightTracker {
  /** @returns the outcome of `work` */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once every tracked promise has settled. */
  drained(): Promise<void>;
}

export function createInFlightTracker(): InFlightTracker {
  const running = new Set<Promise<unknown>>();
  return {
    track(work) {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    async drained() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
