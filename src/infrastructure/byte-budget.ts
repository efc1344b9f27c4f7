/** Bounds the bytes that many requests hold together. */
export interface ByteBudget {
  /**
   * A share for one request; `end` gives back all that it took.
   * @param holder on whose behalf: the shares of one hold no more than `each` together
   */
  open(holder?: string): ByteShare;
}

export interface ByteShare {
  /** @throws what a full budget says */
  take(bytes: number): void;
  end(): void;
}

export function createByteBudget(max: { total: number; each?: number }, full: () => Error): ByteBudget {
  const { total, each = total } = max;
  let held = 0;
  const heldBy = new Map<string, number>();

  function add(holder: string, bytes: number): void {
    held += bytes;
    const left = (heldBy.get(holder) ?? 0) + bytes;
    if (left > 0) heldBy.set(holder, left);
    else heldBy.delete(holder);
  }

  return {
    open(holder = '') {
      let own = 0;
      return {
        take(bytes) {
          if (held + bytes > total || (heldBy.get(holder) ?? 0) + bytes > each) throw full();
          add(holder, bytes);
          own += bytes;
        },
        end() {
          add(holder, -own);
          own = 0;
        },
      };
    },
  };
}
