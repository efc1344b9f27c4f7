/** Bounds the bytes that concurrent requests reserve together. */
export interface ByteBudget {
  /**
   * Opens a reservation for one request; `release` returns all its bytes to the budget.
   * @param owners charged for this reservation; all reservations of an owner together may not
   *   exceed its `max`
   */
  open(...owners: BudgetOwner[]): ByteReservation;
}

export interface BudgetOwner {
  name: string;
  /** Bytes. */
  max: number;
}

export interface ByteReservation {
  /** @throws the error of an exceeded budget */
  reserve(bytes: number): void;
  release(): void;
}

/**
 * @param total bytes
 * @param exceeded creates the error for a reservation that does not fit
 */
export function createByteBudget(total: number, exceeded: () => Error): ByteBudget {
  let reserved = 0;
  const reservedBy = new Map<string, number>();

  function add(owners: BudgetOwner[], bytes: number): void {
    reserved += bytes;
    for (const { name } of owners) {
      const left = (reservedBy.get(name) ?? 0) + bytes;
      if (left > 0) reservedBy.set(name, left);
      else reservedBy.delete(name);
    }
  }

  return {
    open(...owners) {
      let own = 0;
      return {
        reserve(bytes) {
          const isOver = ({ name, max }: BudgetOwner) => (reservedBy.get(name) ?? 0) + bytes > max;
          if (reserved + bytes > total || owners.some(isOver)) throw exceeded();
          add(owners, bytes);
          own += bytes;
        },
        release() {
          add(owners, -own);
          own = 0;
        },
      };
    },
  };
}
