import { isSameStyle, LAYOUT_STYLES } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import { isBound } from './comparable.ts';
import { changedStyles, evidenceOf } from './evidence.ts';
import type { AcceptedLook, PinFacts } from './types.ts';

/** Properties that make up how a text reads on its surface. */
const PAINT_STYLES: readonly string[] = ['color', 'backgroundColor', 'backgroundImage', 'opacity'];

/**
 * Whether an element looks again as it was reported. Only the properties count in which the
 * accepted look differs from the reported one, and all of them: a third value is another change.
 * A color returns only beside the reported ones: on another surface it is another look.
 * Layout alone proves nothing, because it may have had no effect.
 */
export function hasReturned({ reported, accepted, ...pixels }: AcceptedLook, now: PinFacts): boolean {
  if (!isBound(reported) || !isBound(now)) return false;
  // A text that shall be gone is back in any look. Without one, only the look tells it.
  if (!isBound(accepted))
    return isSameText(reported, now) && (Boolean(now.text) || changedStyles(reported, now).length === 0);
  const { text, styles: changed } = evidenceOf(reported, accepted, null);
  const styles = changed.filter(({ name }) => !LAYOUT_STYLES.includes(name));
  if (text || styles.length > 0) {
    const isBack = styles.every(({ name, before }) => {
      const value = now.styles?.[name];
      return value !== undefined && isSameStyle(name, before, value);
    });
    const isPaint = ({ name }: { name: string }) => PAINT_STYLES.includes(name);
    const isRepainted = styles.some(isPaint) && changedStyles(reported, now).some(isPaint);
    return (!text || isSameText(reported, now)) && isBack && !isRepainted;
  }
  // Only pixels tell the two looks apart.
  const { pixelsBetween, pixelsToReported } = pixels;
  return (
    pixelsBetween !== null &&
    pixelsBetween.pixels > 0 &&
    pixelsToReported !== null &&
    pixelsToReported.pixels === 0 &&
    isSameText(reported, now)
  );
}

const isSameText = (one: PinFacts, other: PinFacts): boolean =>
  (one.styles === null) === (other.styles === null) && one.text === other.text;
