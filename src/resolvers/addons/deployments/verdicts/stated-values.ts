import { type StatedValue, valuesIn } from '../../../core/wishes/values.ts';
import { isQualifiedAs } from './value-qualifiers.ts';

/** Clauses about the ends of a span of time. */
const OPENS =
  /(?<!\p{L})(?:open\p{L}*|starts?|begins?|from|öffn\p{L}*|beginn\p{L}*|ab|ouvr\p{L}*|commenc\p{L}*|dès|abr\p{L}*|empiez\p{L}*|desde)(?!\p{L})|開|から/iu;
const CLOSES =
  /(?<!\p{L})(?:clos\p{L}*|ends?|until|till|schlie(?:ß|ss)\p{L}*|ende\p{L}*|bis|ferm\p{L}*|termin\p{L}*|jusqu\p{L}*|cerr\p{L}*|cierr\p{L}*|hasta)(?!\p{L})|閉|まで/iu;
/** Words between the ends of a span. */
const SPAN = /^\s*(?:[-–—~～〜]|to|until|till|bis|à|a|から)\s*$/iu;

/**
 * Whether a text shows a stated value now, in the place of an earlier one of its kind, or where
 * there was none. Of several earlier ones, the replaced one must be the one that the comment means:
 * the price of another thing, or the other end of a span, may have changed.
 *
 * @param earlier text before, which does not show the value
 */
export function isReplacedBy(value: StatedValue, comment: string, earlier: string, now: string): boolean {
  const of = (text: string) => valuesIn(text).filter(({ kind }) => kind === value.kind);
  const [were, are] = [of(earlier), of(now)];
  if (!are.some((each) => each.value === value.value) || !isQualifiedAs(value, comment, now)) return false;
  if (otherNumbers(earlier, were) !== otherNumbers(now, are)) return false;
  if (were.length === 0) return are.every((each) => each.value === value.value);
  const replaced = were.flatMap((each, index) => (each.value === are[index]?.value ? [] : [index]));
  const [index] = replaced;
  if (index === undefined || were.length !== are.length) return false;
  if (replaced.some((each) => are[each]?.value !== value.value)) return false;
  return were.length === 1 || (replaced.length === 1 && isMeant(index, { earlier, were, are, comment, value }));
}

/** Numbers of a text that are not values of the kind, in order. */
function otherNumbers(text: string, values: readonly StatedValue[]): string {
  const isValue = (at: number) => values.some(({ index, text: shown }) => index <= at && at < index + shown.length);
  const numbers = [...text.matchAll(/\d+(?:[.,:]\d+)*/g)].filter(({ index }) => !isValue(index));
  return numbers.map(([number]) => number).join(' ');
}

interface Compared {
  earlier: string;
  were: readonly StatedValue[];
  are: readonly StatedValue[];
  comment: string;
  value: StatedValue;
}

/** Whether the comment tells that one of several values was meant: by itself, a label or a span. */
function isMeant(index: number, { earlier, were, are, comment, value }: Compared): boolean {
  const named = valuesIn(comment).filter((each) => each.kind === value.kind && each.value !== value.value);
  const isIn = (shown: readonly StatedValue[], { value: stated }: StatedValue) =>
    shown.some((one) => one.value === stated);
  const old = named.filter((each) => isIn(were, each) && !isIn(are, each));
  if (old.length > 0) return old.every((each) => each.value === were[index]?.value);
  const words = wordsOf(comment);
  const counts = labelsOf(earlier, were).map((label) => wordsOf(label).filter((word) => words.includes(word)).length);
  const most = Math.max(...counts);
  const all = were.map((_, each) => each);
  const labeled = most > 0 ? all.filter((each) => counts[each] === most) : all;
  const ends = labeled.filter((each) => isEndOf(comment, { earlier, were }, each));
  const [only, ...others] = labeled.length > 1 ? ends : labeled;
  return only === index && others.length === 0;
}

/** Whether a value begins or ends a span, as a comment about opening or closing means it. */
function isEndOf(comment: string, { earlier, were }: Pick<Compared, 'earlier' | 'were'>, index: number): boolean {
  const [opens, closes] = [OPENS.test(comment), CLOSES.test(comment)];
  if (opens === closes) return false;
  return opens ? isSpan(earlier, were[index], were[index + 1]) : isSpan(earlier, were[index - 1], were[index]);
}

const isSpan = (text: string, one: StatedValue | undefined, other: StatedValue | undefined): boolean =>
  one !== undefined && other !== undefined && SPAN.test(text.slice(one.index + one.text.length, other.index));

/** Words beside each value: before it, or after it where the text begins with a value. */
function labelsOf(text: string, values: readonly StatedValue[]): string[] {
  const isBehind = values[0]?.index === 0;
  const ends = values.map(({ index, text: shown }) => index + shown.length);
  const labels: string[] = [];
  for (const [number, { index }] of values.entries()) {
    const isInSpan = isSpan(text, values[number - 1], values[number]);
    const before = isInSpan ? labels[number - 1] : text.slice(ends[number - 1] ?? 0, index);
    const behind = text.slice(ends[number], values[number + 1]?.index);
    const after = SPAN.test(behind) ? '' : behind;
    labels.push((isBehind ? after : before) ?? '');
  }
  return labels;
}

/** Least length of a word that labels a value. */
const LEAST_LENGTH = 3;

const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].filter(
    (word) => word.length >= LEAST_LENGTH && /\p{L}/u.test(word),
  );
