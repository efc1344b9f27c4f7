import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { LocatedPin, PinCandidate } from '../../../infrastructure/capture/page/locate-pins.ts';

/** What a sweep says of an annotation. What is absent stays as it is. */
export interface Anchor {
  state: AnchorState;
  confidence: number;
  /** While moved: what a person may choose from. */
  candidates: PinCandidate[];
  /** While bound: the element, as it is now. */
  found?: PinCandidate;
}

/** @param before its state until now: that a person has bound it by hand is kept for as long as it is found */
export function anchorAfter(before: AnchorState, { state, confidence, candidates }: LocatedPin): Anchor {
  const [found] = candidates;
  if (state === 'bound' && found) {
    return { state: before === 'rebound' ? 'rebound' : 'bound', confidence, candidates: [], found };
  }
  if (state === 'moved' && found) return { state: 'moved', confidence, candidates };
  return { state: 'orphaned', confidence, candidates: [] };
}
