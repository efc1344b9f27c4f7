import { networkOf } from '../lib/network-of.ts';

/** Who holds places: each has so many. */
export interface LivePlaces {
  ofUser: Places;
  ofAddress: Places;
}

type Places = ReturnType<typeof createPlaces>;

/** The places of live connections of one process: WebSockets and event streams together. @param limits 0: no limit */
export const createLivePlaces = (limits: { perUser: number; perAddress: number }): LivePlaces => ({
  ofUser: createPlaces(limits.perUser, 'user', (userId) => userId),
  ofAddress: createPlaces(limits.perAddress, 'address', networkOf),
});

function createPlaces(max: number, holder: string, nameOf: (holder: string) => string) {
  const taken = new Map<string, number>();
  return {
    /** Why there is no place; undefined while there is one. */
    refusal: (of: string): string | undefined =>
      max > 0 && (taken.get(nameOf(of)) ?? 0) >= max
        ? `This ${holder} has ${max} sockets and streams open, the most at once. Close one first.`
        : undefined,
    /** @returns gives the place back, once however often it is called */
    take(of: string): () => void {
      const name = nameOf(of);
      taken.set(name, (taken.get(name) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (taken.get(name) ?? 1) - 1;
        if (left > 0) taken.set(name, left);
        else taken.delete(name);
      };
    },
  };
}
