/** Bounds the bytes that many requests hold together. */
export interface ByteBudget {
  /**
   * A share for one request; `end` gives back all that it took.
   * @param holders on whose behalf: the shares that name one hold no more than its `max` together
   */
  open(...holders: Holder[]): ByteShare;
}

export interface Holder {
  name: string;
  /** Bytes. */
  max: number;
}

export interface ByteShare {
  /** @throws what a full budget says */
  take(bytes: number): void;
  end(): void;
}

/** @param total bytes */
export function createByteBudget(total: number, full: () => Error): ByteBudget {
  let held = 0;
  const heldBy = new Map<string, number>();

  function add(holders: Holder[], bytes: number): void {
    held += bytes;
    for (const { name } of holders) {
      const left = (heldBy.get(name) ?? 0) + bytes;
      if (left > 0) heldBy.set(name, left);
      else heldBy.delete(name);
    }
  }

  return {
    open(...holders) {
      let own = 0;
      return {
        take(bytes) {
          const isOver = ({ name, max }: Holder) => (heldBy.get(name) ?? 0) + bytes > max;
          if (held + bytes > total || holders.some(isOver)) throw full();
          add(holders, bytes);
          own += bytes;
        },
        end() {
          add(holders, -own);
          own = 0;
        },
      };
    },
  };
}
