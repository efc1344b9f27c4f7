import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { LocatedPin, PinCandidate } from '../../../infrastructure/capture/located-pin.ts';

/** Result of a sweep for one annotation. */
export interface Anchor {
  state: AnchorState;
  confidence: number;
  /** Candidates for manual re-anchoring, if `state` is `moved`; of an orphan, rejected ones. */
  candidates: PinCandidate[];
  /** The matched element; absent if not bound. */
  found?: PinCandidate;
}

/** The anchor before a sweep. */
interface Before {
  /** `rebound` (by hand) is kept while the element is found. */
  state: AnchorState;
  /** Candidates that are other elements, of an orphan. */
  rejected: PinCandidate[];
}

export function nextAnchor(before: Before, { state, confidence, candidates }: LocatedPin): Anchor {
  const [found] = candidates;
  if (state === 'bound' && found) {
    return { state: before.state === 'rebound' ? 'rebound' : 'bound', confidence, candidates: [], found };
  }
  if (state === 'moved' && found) return { state: 'moved', confidence, candidates };
  return { state: 'orphaned', confidence, candidates: before.rejected };
}

/**
 * Says `orphaned` of a pin that has only candidates which are known to be other elements, or is
 * bound to one that still shows the text of such an element.
 */
export function withoutRejected({ rejected }: Before, located: LocatedPin): LocatedPin {
  const isRejected = ({ fingerprint }: PinCandidate) =>
    rejected.some((other) => other.fingerprint.selector === fingerprint.selector);
  const isSameText = ({ fingerprint: { text } }: PinCandidate) =>
    typeof text === 'string' && rejected.some(({ fingerprint }) => fingerprint.text === text);
  const [found] = located.candidates;
  const isGone =
    located.state === 'moved'
      ? rejected.length > 0 && located.candidates.every(isRejected)
      : found !== undefined && isRejected(found) && isSameText(found);
  return isGone ? { ...located, state: 'orphaned', candidates: [] } : located;
}
