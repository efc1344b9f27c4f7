import { differingStyles } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import type { Evidence, PinFacts, PixelDifference } from './types.ts';

export const NO_EVIDENCE: Evidence = { text: null, styles: [], size: null, pixels: null };

/** Stored boxes are whole pixels, so that an element that only moved may differ by one. */
const ROUNDING = 1;

/** Lists the differences of an element between two pictures. */
export function evidenceOf(before: PinFacts, after: PinFacts, pixels: PixelDifference | null): Evidence {
  return {
    text: hasComparableText(before, after) && before.text !== after.text ? textsOf(before, after) : null,
    styles: changedStyles(before, after),
    size: sizesOf(before, after),
    pixels: pixels && differing(pixels) > 0 ? { differing: differing(pixels), total: pixels.total } : null,
  };
}

const differing = ({ pixels, rimPixels }: PixelDifference): number => pixels + rimPixels;

/**
 * Whether the texts were read in the same way: those of elements without recorded styles come from
 * the fingerprint.
 */
const hasComparableText = (before: PinFacts, after: PinFacts): boolean =>
  (before.styles === null) === (after.styles === null);

const textsOf = (before: PinFacts, after: PinFacts) => ({ before: before.text ?? '', after: after.text ?? '' });

export function changedStyles({ styles: before }: PinFacts, { styles: after }: PinFacts): Evidence['styles'] {
  if (!before || !after) return [];
  return differingStyles(before, after).map((name) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }));
}

function sizesOf({ box: before }: PinFacts, { box: after }: PinFacts): Evidence['size'] {
  if (!before || !after) return null;
  const differs = Math.abs(before.width - after.width) > ROUNDING || Math.abs(before.height - after.height) > ROUNDING;
  if (!differs) return null;
  return {
    before: { width: before.width, height: before.height },
    after: { width: after.width, height: after.height },
  };
}
