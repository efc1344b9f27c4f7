/** Deduplicates concurrent work by key. */
export interface SingleFlight {
  /**
   * Joins the running work of this key, or starts it. The work is aborted once every caller has
   * aborted.
   * @param signal the caller's signal: an abort rejects only this call
   */
  join<T>(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight {
  result: Promise<unknown>;
  abort: AbortController;
  callers: number;
}

export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Flight>();

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const abort = new AbortController();
    const result = work(abort.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight = { result, abort, callers: 0 };
    flights.set(key, flight);
    return flight;
  }

  return {
    async join<T>(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
      signal?.throwIfAborted();
      const flight = flights.get(key) ?? start(key, work);
      flight.callers += 1;
      let leave: (() => void) | undefined;
      const gone = new Promise<never>((_, reject) => {
        leave = () => {
          reject(signal?.reason);
          flight.callers -= 1;
          if (flight.callers > 0) return;
          if (flights.get(key) === flight) flights.delete(key);
          flight.abort.abort(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
      });
      try {
        return (await Promise.race([flight.result, gone])) as T;
      } finally {
        if (leave) signal?.removeEventListener('abort', leave);
      }
    },
  };
}
