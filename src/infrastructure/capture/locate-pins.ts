import type { OwnWorld } from './own-world.ts';

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
  /** The likeliest first. */
  candidates: PinCandidate[];
}

/**
 * Looks for all pins of a page at once. One that is not bound by its best fingerprint is looked for by the next: a page may
 * have gone back to what it was.
 * @returns in the order of the pins
 */
export async function locatePins(world: OwnWorld, script: string, pins: PinFingerprints[]): Promise<LocatedPin[]> {
  if (pins.length === 0) return [];
  await world.evaluate(script);
  const locate = (fingerprints: unknown[]) =>
    world.evaluate<LocatedPin[]>(`pinboundLocate(${JSON.stringify(fingerprints)})`);
  const located = await locate(pins.map(([best]) => best));
  const again = located.flatMap(({ state }, index) => {
    const [, other] = pins[index] ?? [];
    return state === 'bound' || other === undefined ? [] : [{ index, other }];
  });
  const others = again.length > 0 ? await locate(again.map(({ other }) => other)) : [];
  again.forEach(({ index }, position) => {
    const other = others[position];
    if (other?.state === 'bound') located[index] = other;
  });
  return located;
}
