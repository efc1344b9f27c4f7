import { networkOf } from '../lib/network-of.ts';

/** Slots of open connections, per user and per network. */
export interface ConnectionSlots {
  ofUser: Slots;
  ofAddress: Slots;
}

type Slots = ReturnType<typeof createSlots>;

/**
 * Creates the slots of a process, which WebSockets and event streams share.
 *
 * @param limits 0 disables a limit
 */
export const createConnectionSlots = (limits: { perUser: number; perAddress: number }): ConnectionSlots => ({
  ofUser: createSlots(limits.perUser, 'user', (userId) => userId),
  ofAddress: createSlots(limits.perAddress, 'address', networkOf),
});

function createSlots(max: number, kind: string, ownerOf: (id: string) => string) {
  const used = new Map<string, number>();
  return {
    /** Error message if no slot is free. */
    limitError: (id: string): string | undefined =>
      max > 0 && (used.get(ownerOf(id)) ?? 0) >= max
        ? `This ${kind} has reached the limit of ${max} open sockets and streams. Close one first.`
        : undefined,
    /** @returns releases the slot; further calls have no effect */
    acquire(id: string): () => void {
      const owner = ownerOf(id);
      used.set(owner, (used.get(owner) ?? 0) + 1);
      let isAcquired = true;
      return () => {
        if (!isAcquired) return;
        isAcquired = false;
        const left = (used.get(owner) ?? 1) - 1;
        if (left > 0) used.set(owner, left);
        else used.delete(owner);
      };
    },
  };
}
