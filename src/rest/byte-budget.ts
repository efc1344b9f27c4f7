/** Bounds the bytes that many requests hold together. */
export interface ByteBudget {
  /** A share for one request; `end` gives back all that it took. */
  open(): ByteShare;
}

export interface ByteShare {
  /** @throws what a full budget says */
  take(bytes: number): void;
  end(): void;
}

export function createByteBudget(maxBytes: number, full: () => Error): ByteBudget {
  let held = 0;
  return {
    open() {
      let own = 0;
      return {
        take(bytes) {
          if (held + bytes > maxBytes) throw full();
          held += bytes;
          own += bytes;
        },
        end() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}
