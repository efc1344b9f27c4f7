/** Writes what many callers bring, groups of them at once; each caller hears when its own item is committed. */
export interface GroupCommit<T> {
  /** Resolves once the item is committed. Rejects with what the writing, or a full queue, says. */
  add(item: T, bytes: number): Promise<void>;
  /** Writes what waits, and takes nothing more. */
  close(): Promise<void>;
}

export interface GroupCommitOptions<T> {
  /** Commits all items or, by a throw, none. @returns the items that are refused for good, each with its reason */
  write(items: T[]): Promise<ReadonlyMap<T, Error>>;
  /** Whether a failed group may succeed item by item, because the fault lies in one of them. */
  mayBeOneItem(error: unknown): boolean;
  /** The answer to an item that finds the queue full or closed. */
  full(): Error;
  /** How long the first item of a group waits for others, milliseconds. */
  gatherMs: number;
  /** The most items in one group. */
  maxItems: number;
  /** The most bytes in one group; a larger item goes alone. */
  maxBytes: number;
  /** The most bytes that wait or are being written; what comes beyond is refused. */
  maxHeldBytes: number;
  /** The most groups that are written at a time. */
  parallel: number;
}

interface Waiting<T> {
  item: T;
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}

export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  const queue: Waiting<T>[] = [];
  const writing = new Set<Promise<void>>();
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function takeGroup(): Waiting<T>[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: own } of queue) {
      if (count > 0 && (count >= options.maxItems || bytes + own > options.maxBytes)) break;
      bytes += own;
      count += 1;
    }
    return queue.splice(0, count);
  }

  async function commit(group: Waiting<T>[]): Promise<void> {
    try {
      const refused = await options.write(group.map(({ item }) => item));
      for (const waiting of group) {
        const reason = refused.get(waiting.item);
        if (reason) waiting.reject(reason);
        else waiting.resolve();
      }
    } catch (error) {
      if (group.length > 1 && options.mayBeOneItem(error)) {
        for (const waiting of group) await commit([waiting]);
      } else {
        for (const waiting of group) waiting.reject(error);
      }
    }
  }

  function writeGroups(): void {
    timer = undefined;
    while (queue.length > 0 && writing.size < options.parallel) {
      const group = takeGroup();
      const done = commit(group).finally(() => {
        for (const { bytes } of group) heldBytes -= bytes;
        writing.delete(done);
        // Others came meanwhile: they have waited long enough.
        writeGroups();
      });
      writing.add(done);
    }
  }

  return {
    add(item, bytes) {
      if (closed || heldBytes + bytes > options.maxHeldBytes) return Promise.reject(options.full());
      heldBytes += bytes;
      return new Promise((resolve, reject) => {
        queue.push({ item, bytes, resolve, reject });
        if (writing.size < options.parallel) timer ??= setTimeout(writeGroups, options.gatherMs);
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      writeGroups();
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
