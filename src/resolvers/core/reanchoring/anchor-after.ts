import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { LocatedPin, PinCandidate } from '../../../infrastructure/capture/page/locate-pins.ts';

/** Result of a sweep for one annotation. */
export interface Anchor {
  state: AnchorState;
  confidence: number;
  /** Candidates for manual re-anchoring, if `state` is `moved`. */
  candidates: PinCandidate[];
  /** The matched element; absent if not bound. */
  found?: PinCandidate;
}

/** @param before previous state; `rebound` (by hand) is kept while the element is found */
export function nextAnchor(before: AnchorState, { state, confidence, candidates }: LocatedPin): Anchor {
  const [found] = candidates;
  if (state === 'bound' && found) {
    return { state: before === 'rebound' ? 'rebound' : 'bound', confidence, candidates: [], found };
  }
  if (state === 'moved' && found) return { state: 'moved', confidence, candidates };
  return { state: 'orphaned', confidence, candidates: [] };
}
