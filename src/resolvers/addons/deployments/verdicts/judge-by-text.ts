import { isBound } from './comparable.ts';
import { checkLiterals } from './literal-texts.ts';
import type { AnnotationVerdict, Sighting, UnknownReason } from './types.ts';

/** Reasons for which pictures cannot be compared, although both show the element. */
const INCOMPARABLE: readonly (UnknownReason | null)[] = ['viewport_differs', 'scale_differs', 'browser_differs'];

/**
 * Judges by texts what pictures cannot tell. Another browser shows the same texts; another width
 * may show other ones, so that only a text that the comment asks for counts there.
 */
export function judgeByText(
  judged: AnnotationVerdict,
  { comment, before, after }: { comment: string; before: Sighting | null; after: Sighting },
): AnnotationVerdict {
  if (!before || !INCOMPARABLE.includes(judged.reason) || !isBound(before.pin) || !isBound(after.pin)) return judged;
  const [one, other] = [before.pin.text ?? '', after.pin.text ?? ''];
  const literal = checkLiterals(comment, one, other);
  const isOther = judged.reason === 'browser_differs' && isReadAlike(before, after) && one !== other;
  if (!isOther && !literal?.isMet) return { ...judged, literal };
  const evidence = { ...judged.evidence, text: { before: one, after: other } };
  return { verdict: 'changed', reason: null, evidence, literal };
}

/** Texts of elements without recorded styles come from the fingerprint. */
const isReadAlike = ({ pin: one }: Sighting, { pin: other }: Sighting): boolean =>
  (one.styles === null) === (other.styles === null);
