import type { OwnWorld } from './isolated-world.ts';

/** Fingerprints of one pin, the best first: as it was last found, then as it was written. */
export type PinFingerprints = readonly unknown[];

/** An element that a pin may belong to. */
export interface PinCandidate {
  /** 0–1 */
  confidence: number;
  fingerprint: Record<string, unknown>;
  /** CSS pixels, from the document's top left corner. */
  box: { x: number; y: number; width: number; height: number };
}

/** What became of a pin on a page (docs/rebinding.md). */
export interface LocatedPin {
  state: 'bound' | 'moved' | 'orphaned';
  /** 0–1 */
  confidence: number;
  /** While bound, what it is bound to; while moved, the likeliest first. */
  candidates: PinCandidate[];
}

/**
 * Looks for all pins of a page at once (clients/shared/rebind/inject.ts). One that is not bound by its best fingerprint is looked for
 * by the next.
 * @returns in the order of the pins
 */
export async function locatePins(world: OwnWorld, script: string, pins: PinFingerprints[]): Promise<LocatedPin[]> {
  if (pins.length === 0) return [];
  await world.evaluate(script);
  return world.evaluate<LocatedPin[]>(`pinboundLocate(${JSON.stringify(pins)})`);
}
