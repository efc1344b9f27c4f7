/** Fingerprints of one pin, best first: last match, then the original. */
export type PinFingerprints = readonly unknown[];

/** Element that a pin may belong to. */
export interface PinCandidate {
  /** 0–1 */
  confidence: number;
  fingerprint: Record<string, unknown>;
  /** CSS pixels, from the document's top left corner. */
  box: { x: number; y: number; width: number; height: number };
}

/** Match result of a pin on a page (docs/rebinding.md). */
export interface LocatedPin {
  state: 'bound' | 'moved' | 'orphaned';
  /** 0–1 */
  confidence: number;
  /** The matched element if bound; otherwise the best candidates first. */
  candidates: PinCandidate[];
}
