/** Writes items of many callers in groups. Each caller waits until its own item is committed. */
export interface GroupCommit<T> {
  /** Resolves once the item is committed; rejects with the error of `write` or `fullError`. */
  add(item: T, bytes: number): Promise<void>;
  /** Writes pending items and rejects new ones. */
  close(): Promise<void>;
}

export interface GroupCommitOptions<T> {
  /**
   * Commits all items or, by a throw, none.
   * @returns permanently rejected items, each with its reason
   */
  write(items: T[]): Promise<ReadonlyMap<T, Error>>;
  /** Returns whether a single item made its group fail; the items are then written one by one. */
  isItemFault(error: unknown): boolean;
  /** Creates the error for an item that arrives when the queue is full or closed. */
  fullError(): Error;
  /** Time the first item of a group waits for others, milliseconds. */
  gatherMs: number;
  /** Max items per group. */
  maxItems: number;
  /** Max bytes per group; a larger item is written alone. */
  maxBytes: number;
  /** Max bytes queued or being written; items beyond it are rejected. */
  maxPendingBytes: number;
  /** Max groups written concurrently. */
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
  let pendingBytes = 0;
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
      const rejected = await options.write(group.map(({ item }) => item));
      for (const waiting of group) {
        const reason = rejected.get(waiting.item);
        if (reason) waiting.reject(reason);
        else waiting.resolve();
      }
    } catch (error) {
      if (group.length > 1 && options.isItemFault(error)) {
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
        for (const { bytes } of group) pendingBytes -= bytes;
        writing.delete(done);
        // Items that arrived during the write need no further gathering.
        writeGroups();
      });
      writing.add(done);
    }
  }

  return {
    add(item, bytes) {
      if (closed || pendingBytes + bytes > options.maxPendingBytes) return Promise.reject(options.fullError());
      pendingBytes += bytes;
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
