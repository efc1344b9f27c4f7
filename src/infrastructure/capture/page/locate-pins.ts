import type { LocatedPin, PinFingerprints } from '../located-pin.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/**
 * Matches all pins of a page at once (clients/shared/rebind/inject.ts). A pin whose best
 * fingerprint does not bind falls back to the next one.
 * @returns one result per pin, in the same order
 */
export async function locatePins(world: IsolatedWorld, script: string, pins: PinFingerprints[]): Promise<LocatedPin[]> {
  if (pins.length === 0) return [];
  await world.evaluate(script);
  return world.evaluate<LocatedPin[]>(`pinboundLocate(${JSON.stringify(pins)})`);
}
