import type { ElementStyle } from '../../capture/page-record.ts';

export type StyleName = keyof ElementStyle;

type Styles = Readonly<Partial<ElementStyle>>;

/** Tolerance of lengths, CSS pixels: those in relative units depend on the rounding of others. */
const LENGTH_TOLERANCE = 0.05;
const NUMBER_TOLERANCE = 0.001;

const NUMBER = /(-?\d*\.?\d+(?:e-?\d+)?)(px)?/g;
const TRANSPARENT = /rgba\(\d+, \d+, \d+, 0\)/g;
/** Commas between the items of a list, not those within parentheses. */
const LIST_SEPARATOR = /,\s*(?![^(]*\))/;

/** Names of the values that differ in effect. A value that one record lacks does not differ. */
export function differingStyles(before: Styles, after: Styles): StyleName[] {
  const names = Object.keys(before) as StyleName[];
  return names.filter((name) => !isSameStyle(name, before[name], after[name]));
}

/** Whether two computed values have the same effect. An absent value equals every other. */
export function isSameStyle(name: StyleName, one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return true;
  const [a, b] = [simplify(name, one), simplify(name, other)];
  return a === b || (name !== 'linkTarget' && hasSameNumbers(a, b));
}

function simplify(name: StyleName, value: string): string {
  const text = value.replace(TRANSPARENT, 'transparent');
  switch (name) {
    case 'boxShadow':
      return text.split(LIST_SEPARATOR).filter(isDrawn).join(', ') || 'none';
    case 'fontFamily':
      return text.split(LIST_SEPARATOR).map(familyOf).join(', ');
    case 'transform':
      // A translation moves an element without a change of its look.
      return text.replace(/^(matrix\((?:[^,]+,){3}[^,]+),.*$/, '$1)').replace(/^matrix\(1, 0, 0, 1\)$/, 'none');
    default:
      return text;
  }
}

const isDrawn = (shadow: string): boolean => shadow !== 'none' && !shadow.includes('transparent');

/** Name of a font without what build tools add to it, such as `__Inter_a1b2c3`. */
const familyOf = (name: string): string =>
  name
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^__(.+?)_(?:Fallback_)?[0-9a-f]{6}$/, '$1')
    .toLowerCase();

function hasSameNumbers(one: string, other: string): boolean {
  if (one.replace(NUMBER, '#$2') !== other.replace(NUMBER, '#$2')) return false;
  const [a, b] = [[...one.matchAll(NUMBER)], [...other.matchAll(NUMBER)]];
  return a.every(([, value, unit], index) => {
    const distance = Math.abs(Number(value) - Number(b[index]?.[1]));
    return distance <= (unit ? LENGTH_TOLERANCE : NUMBER_TOLERANCE);
  });
}

/** Values that draw outside of an element's box, or not at all: its pixels do not show them. */
const UNSEEN: readonly StyleName[] = ['boxShadow', 'linkTarget', 'linkWindow', 'listStyleType', 'outlineStyle'];
/** Values that depend on the space around an element, and show in its pixels if anywhere. */
export const LAYOUT_STYLES: readonly StyleName[] = ['lineHeight', 'textAlign'];

/**
 * Names of the values that change the look of an element although its pixels differ by less than
 * the threshold, or not within its box.
 *
 * @param isIdentical whether the pixels are equal, so that values within the box have no effect
 * @param hasText without one, a font draws nothing
 */
export function silentStyles(
  before: Styles,
  after: Styles,
  { isIdentical, hasText }: { isIdentical: boolean; hasText: boolean },
): StyleName[] {
  return differingStyles(before, after).filter((name) => {
    if (LAYOUT_STYLES.includes(name)) return false;
    if (UNSEEN.includes(name)) return true;
    if (isOfFont(name) && hasText) return name !== 'fontFamily' || hasOtherFont(before, after) || !isIdentical;
    return !isIdentical && !hasOtherNotation(before[name], after[name]);
  });
}

/** Values that select a font: a machine without both fonts draws the same letters. */
const isOfFont = (name: StyleName): boolean => name === 'fontFamily' || name === 'fontWeight';

/** A machine without both fonts draws the same letters, unlike those of visitors. */
const hasOtherFont = ({ fontFamily: one = '' }: Styles, { fontFamily: other = '' }: Styles): boolean => {
  const [first, second] = [one, other].map((families) => simplify('fontFamily', families).split(', ')[0]);
  return first !== second;
};

/** Whether a color is written in another color space, which tells nothing about its effect. */
const hasOtherNotation = (one = '', other = ''): boolean => notationOf(one) !== notationOf(other);

const notationOf = (value: string): string => /\b(?:ok)?(?:lab|lch)\(|\bcolor\(/.exec(value)?.[0] ?? '';
