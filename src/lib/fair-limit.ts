/** Caller of limited work. Groups take turns; within a group, lower ranks go first. */
export interface FairCaller {
  group: string;
  rank: number;
  /** Removes the work from its line. Work that has started runs to its end. */
  signal?: AbortSignal;
}

/** Runs work once a slot is free. Rejects what left its line. */
export type FairLimit = <T>(caller: FairCaller, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  rank: number;
  begin(): void;
  leave(): void;
}

/**
 * Limits concurrency. Each group has a line, and the lines take turns. When too much work waits,
 * the longest line loses its last, which can be the new work.
 *
 * @param options.atOnce slots
 * @param options.maxWaiting work in all lines
 * @param options.rejection creates the error for rejected work
 */
export function createFairLimit(options: { atOnce: number; maxWaiting: number; rejection: () => Error }): FairLimit {
  const { atOnce, maxWaiting, rejection } = options;
  /** Lines by group, that of the next turn first. No line is empty. */
  const lines = new Map<string, Waiting[]>();
  let [running, waiting] = [0, 0];

  function enter(group: string, entry: Waiting): void {
    const line = lines.get(group) ?? [];
    lines.set(group, line);
    const behind = line.findIndex(({ rank }) => rank > entry.rank);
    line.splice(behind === -1 ? line.length : behind, 0, entry);
    waiting += 1;
  }

  function remove(group: string, entry: Waiting): boolean {
    const line = lines.get(group) ?? [];
    const at = line.indexOf(entry);
    if (at === -1) return false;
    line.splice(at, 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(group);
    return true;
  }

  function shorten(): void {
    // The latest one among equally long lines: its turn is furthest away.
    const [longest] = [...lines.values()].reverse().sort((one, other) => other.length - one.length);
    longest?.at(-1)?.leave();
  }

  function passOn(): void {
    const [next] = lines;
    const entry = next?.[1][0];
    if (!next || !entry) {
      running -= 1;
      return;
    }
    const [group, line] = next;
    remove(group, entry);
    if (line.length > 0) {
      lines.delete(group);
      lines.set(group, line);
    }
    entry.begin();
  }

  async function wait({ group, rank, signal }: FairCaller): Promise<void> {
    let leave = () => {};
    try {
      await new Promise<void>((begin, reject) => {
        const entry: Waiting = { rank, begin, leave: () => leave() };
        leave = () => {
          if (remove(group, entry)) reject(rejection());
        };
        enter(group, entry);
        signal?.addEventListener('abort', leave);
        if (waiting > maxWaiting) shorten();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return async (caller, work) => {
    if (caller.signal?.aborted) throw rejection();
    if (running >= atOnce) await wait(caller);
    else running += 1;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
