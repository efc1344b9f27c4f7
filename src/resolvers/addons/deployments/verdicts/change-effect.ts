import { type ElementStyle, TEXT_LIMIT } from '../../../../infrastructure/capture/page-record.ts';
import { alignmentOf } from '../../../core/wishes/alignments.ts';
import { contrast, isColor, luminance, parseColor } from '../../../core/wishes/colors.ts';
import { isTarget } from '../../../core/wishes/link-targets.ts';
import { isNearWord } from '../../../core/wishes/near-words.ts';
import { collapse } from '../../../core/wishes/quotations.ts';
import { isButton, isKindOfSeveral, isNamed } from '../../../core/wishes/removals.ts';
import { understandComment } from '../../../core/wishes/understand-comment.ts';
import { NEGATION } from '../../../core/wishes/vocabulary.ts';
import type { ColoredProperty, Wish } from '../../../core/wishes/wish.ts';
import { type ElementNames, isExplained } from './is-explained.ts';
import { isTextIn, isWholeText, wordsPattern } from './literal-texts.ts';
import { isReplacedBy } from './stated-values.ts';
import type { Evidence, OrderChange, PinFacts, VerdictKind } from './types.ts';

export const CHANGE_EFFECTS = ['does_it', 'changed_otherwise', 'went_back'] as const;

/** Effect of a change on a comment, as far as rules can tell. */
export type ChangeEffect = (typeof CHANGE_EFFECTS)[number];

/** A verdict with the comment and the looks that it compares. */
interface JudgedChange {
  comment: string;
  verdict: VerdictKind;
  before: PinFacts | null;
  after: PinFacts | null;
  evidence: Evidence;
  /** Names of the earlier element, if its page record has it. */
  names?: ElementNames | null;
  /** Move of the element in its list, if the comment is about it. */
  order?: OrderChange | null;
  /** Address of the later page. */
  pageUrl?: string | undefined;
}

/**
 * Says whether a change does what the comment asks for. `does_it` needs every wish of the comment
 * to be met by the recorded texts and styles; a person judges any other change.
 *
 * @returns null where nothing changed, or nothing is known
 */
export function effectOf({
  comment,
  verdict,
  before,
  after,
  evidence,
  names = null,
  order,
  pageUrl,
}: JudgedChange): ChangeEffect | null {
  if (verdict === 'regressed') return 'went_back';
  if (verdict !== 'changed' && verdict !== 'gone') return null;
  const wishes = understandComment(comment);
  if (!before || wishes.length === 0) return 'changed_otherwise';
  // Pictures of another width or browser are compared by their texts alone.
  const hasLooks = evidence.styles.length > 0 || evidence.size !== null;
  const differences = {
    comment,
    hasLooks,
    isButton: names?.elements.some(isButton) ?? false,
    isRealigned: isRealigned(evidence),
    isOrdered: order?.isAsked ?? false,
    isElsewhere: names?.isElsewhere ?? (() => false),
    pageUrl,
  };
  const results = wishes.map((wish) =>
    verdict === 'gone' ? isMetByRemoval(wish, before, names) : after && isMet(wish, before, after, differences),
  );
  const isDone = results.includes(true) && results.every((result) => result === true || result === 'kept');
  if (!isDone) return 'changed_otherwise';
  const now = after?.text ?? '';
  return verdict === 'gone' || isExplained({ comment, wishes, names, before, now }) ? 'does_it' : 'changed_otherwise';
}

/** `kept`: true before and after. */
type Result = boolean | 'kept' | null;

function isMetByRemoval(wish: Wish, { text }: PinFacts, names: ElementNames | null): Result {
  if (wish.kind === 'removed') {
    const { what } = wish;
    if (what !== undefined && isKindOfSeveral(what)) return false;
    return what === undefined || (names?.elements.some((element) => isNamed(what, element, text ?? '')) ?? false);
  }
  return wish.kind === 'without' && isWholeText(text ?? '', wish.text);
}

/** Whether the look was compared, and whether its pixels differ by the alignment of text alone. */
interface Differences {
  comment: string;
  hasLooks: boolean;
  /** Whether the element is a button, whose color is that of its surface. */
  isButton: boolean;
  isRealigned: boolean;
  /** Whether the element came to the place in its list that the comment asks for. */
  isOrdered: boolean;
  /** Whether another element of the page shows a word. */
  isElsewhere: (word: string) => boolean;
  pageUrl: string | undefined;
}

const isRealigned = ({ text, styles, pixels }: Evidence): boolean =>
  pixels !== null && text === null && styles.every(({ name }) => name === 'textAlign');

function isMet(wish: Wish, before: PinFacts, after: PinFacts, differences: Differences): Result {
  const { comment, hasLooks, isButton, isRealigned, isOrdered, isElsewhere, pageUrl } = differences;
  const [earlier, now] = [collapse(before.text ?? ''), collapse(after.text ?? '')];
  if (wish.kind === 'text') {
    const was = isShown(wish, earlier, earlier);
    if (isDenied(wish.text, earlier, now) || isLeft(wish, now)) return false;
    if (isNumber(wish.text) && !isRestKept(wish, earlier, now)) return false;
    return hasBecome(was || (wish.replaces === undefined && isCut(earlier)), isShown(wish, earlier, now));
  }
  if (wish.kind === 'without') return isTextIn(earlier, wish.text) && !isTextIn(now, wish.text) && !isCut(now);
  if (wish.kind === 'value') return isValueMet(wish, comment, earlier, now);
  if (wish.kind === 'spelling') return isCorrected(wish, { earlier, now, isElsewhere });
  if (wish.kind === 'aligned') return isRealigned && isAligned(wish, before, after);
  if (wish.kind === 'order') return isOrdered;
  if (wish.kind === 'link') return isLinked(wish.to, before, after, pageUrl);
  return hasLooks && isLookMet(wish, before, after, { isSameText: earlier === now, isButton });
}

/** Whether a text is shown within a negation that came with it: Do not buy. */
const isDenied = (text: string, earlier: string, now: string): boolean =>
  !NEGATION.test(earlier) && NEGATION.test(now.replace(text, ' '));

type TextWish = Wish & { kind: 'text' };

/** Texts that shall go for a new one. */
const oldOf = ({ replaces, instead = [] }: TextWish): string[] => [
  ...instead,
  ...(replaces === undefined ? [] : [replaces]),
];

/** Whether an old text still stands somewhere beside the new one. */
const isLeft = (wish: TextWish, now: string): boolean =>
  oldOf(wish).some((old) => isTextIn(now.replaceAll(wordsPattern(wish.text), ' '), old));

/** Whether a text is a number, or a number of things. */
const isNumber = (text: string): boolean => /^\d{1,12}(?:\s\p{L}+)*$/u.test(text);

/**
 * Whether a number replaced the one old number, and nothing else changed. Which one is meant of
 * several equal numbers without a noun, such as 22 rooms for $22, nothing tells.
 */
function isRestKept(wish: TextWish, earlier: string, now: string): boolean {
  const [old, ...others] = oldOf(wish);
  if (old === undefined) return true;
  if (others.length > 0) return false;
  const pattern = wordsPattern(old);
  const isOne = !/^\d+$/u.test(old) || earlier.match(pattern)?.length === 1;
  return isOne && earlier.replace(pattern, () => wish.text) === now;
}

/** Whether the element may show more than its recorded text. */
const isCut = (text: string): boolean => text.length >= TEXT_LIMIT - 1;

const hasBecome = (was: boolean, is: boolean): Result => is && (was ? 'kept' : true);

const isShown = ({ text, replaces }: TextWish, earlier: string, shown: string): boolean =>
  isTextIn(shown, text) && (replaces === undefined || isTextIn(earlier, replaces));

/** A stated value is shown now, and replaced another one of its kind, or was added. */
function isValueMet({ value }: Wish & { kind: 'value' }, comment: string, earlier: string, now: string): Result {
  if (isCut(now)) return false;
  const isKept = [earlier, now].every((text) => isTextIn(text, value.text));
  return isKept || isCut(earlier)
    ? hasBecome(true, isTextIn(now, value.text))
    : isReplacedBy(value, comment, earlier, now);
}

/** Least length of a word whose spelling elsewhere on the page tells how it is written. */
const LEAST_LENGTH = 5;

/**
 * Whether words of the text were replaced by near ones that are right, as the comment names them,
 * or as another element of the page spells the one misspelled word that the comment names.
 */
function isCorrected(
  { right: wanted, wrong }: Wish & { kind: 'spelling' },
  { earlier, now, isElsewhere }: { earlier: string; now: string; isElsewhere: (word: string) => boolean },
): boolean {
  const [were, are] = [earlier.split(' '), now.split(' ')].map((all) =>
    all.map((word) => word.replace(/[^\p{L}\p{N}-]/gu, '')),
  );
  if (!were || !are || were.length !== are.length) return false;
  const changed = were.flatMap((word, index) => (word === are[index] ? [] : [[word, are[index] ?? ''] as const]));
  const isWanted = (word: string) => word.toLowerCase() === wanted;
  const isSpelledSo = (old: string, right: string) =>
    changed.length === 1 &&
    old.toLowerCase() === wrong &&
    right.length >= LEAST_LENGTH &&
    isElsewhere(right) &&
    !isElsewhere(old);
  return (
    changed.length > 0 &&
    changed.every(
      ([old, right]) => isNearWord(old, right) && (isWanted(right) || isSpelledSo(old, right)) && !are.includes(old),
    )
  );
}

function isLookMet(
  wish: Wish,
  before: PinFacts,
  after: PinFacts,
  { isSameText, isButton }: { isSameText: boolean; isButton: boolean },
): Result {
  const [was, is] = [before.styles, after.styles];
  if (wish.kind === 'size') return isResized(wish, before, after, isSameText);
  if (wish.kind === 'pixels') return isSize(wish, before, after);
  if (!was || !is) return false;
  if (wish.kind === 'bold') return Number(was.fontWeight) < Number(is.fontWeight) && Number(is.fontWeight) >= 600;
  if (wish.kind === 'color') {
    const isNow = ({ kind: _, of, color }: typeof wish) =>
      (isButton && of === 'any' ? ['backgroundColor' as const] : propertiesOf(of)).some(
        (name) =>
          was[name] !== is[name] && isColor(parseColor(is[name]), color) && !isColor(parseColor(was[name]), color),
      );
    return isNow(wish);
  }
  if (wish.kind === 'shade') return isShaded(wish, was, is);
  return wish.kind === 'contrast' && isContrastReached(was, is);
}

type Styles = Partial<ElementStyle>;

const isAligned = ({ to }: Wish & { kind: 'aligned' }, { styles: was }: PinFacts, { styles: is }: PinFacts): Result =>
  is ? hasBecome(alignmentOf(was?.textAlign) === to, alignmentOf(is.textAlign) === to) : false;

/** The target of an old record is unknown: it may have been the stated one. */
function isLinked(
  to: string,
  { styles: was }: PinFacts,
  { styles: is }: PinFacts,
  pageUrl: string | undefined,
): Result {
  const [old, now] = [was?.linkTarget, is?.linkTarget];
  return hasBecome(old === undefined || isTarget(old, to, pageUrl), now !== undefined && isTarget(now, to, pageUrl));
}

const propertiesOf = (of: ColoredProperty) => (of === 'any' ? (['color', 'backgroundColor'] as const) : [of]);

/** Least ratio of a box that became larger or smaller in both directions. */
const RESIZED = 1.05;

function isResized(
  { direction, of }: Wish & { kind: 'size' },
  before: PinFacts,
  after: PinFacts,
  isSameText: boolean,
): boolean {
  const [small, large] = direction === 'larger' ? [before, after] : [after, before];
  const [from, to] = [small, large].map(({ styles }) => Number.parseFloat(styles?.fontSize ?? ''));
  if (from !== undefined && to !== undefined && from !== to) return from < to;
  if (of === 'text' || !isSameText || !small.box || !large.box) return false;
  return large.box.width >= small.box.width * RESIZED && large.box.height >= small.box.height * RESIZED;
}

/** Stored boxes are whole pixels. */
const ROUNDING = 1;

function isSize({ of, value }: Wish & { kind: 'pixels' }, before: PinFacts, after: PinFacts): Result {
  const sizeOf = ({ styles, box }: PinFacts) =>
    of === 'text' ? Number.parseFloat(styles?.fontSize ?? '') : (box?.[of] ?? Number.NaN);
  const tolerance = of === 'text' ? 0.01 : ROUNDING;
  const [was, is] = [before, after].map((pin) => Math.abs(sizeOf(pin) - value) <= tolerance);
  return hasBecome(was === true, is === true);
}

/** Whether every changed color became darker, or every one lighter. */
function isShaded({ direction, of, named }: Wish & { kind: 'shade' }, was: Styles, is: Styles): boolean {
  // Light text on a dark surface, such as a button: the surface is what is dark.
  const [text, surface] = [parseColor(was.color), parseColor(was.backgroundColor)];
  const isDark = text && surface?.[3] === 1 && luminance(surface) < luminance(text);
  const changed = propertiesOf(of === 'any' && isDark ? 'backgroundColor' : of).filter(
    (name) => was[name] !== is[name],
  );
  return (
    changed.length > 0 &&
    changed.every((name) => {
      const [old, now] = [parseColor(was[name]), parseColor(is[name])];
      if (!old || !now || old[3] < 1 || now[3] < 1) return false;
      if (named && ![old, now].every((color) => isColor(color, named))) return false;
      return direction === 'darker' ? luminance(now) < luminance(old) : luminance(now) > luminance(old);
    })
  );
}

/** Contrast ratios of WCAG 2.2, level AA, for text and for large text. */
const LEAST_CONTRAST = { text: 4.5, large: 3 };

function isContrastReached(was: Styles, is: Styles): boolean {
  const ratio = ({ color, backgroundColor }: Styles) => contrast(parseColor(color), parseColor(backgroundColor));
  const [old, now] = [ratio(was), ratio(is)];
  const size = Number.parseFloat(is.fontSize ?? '');
  const isLarge = size >= 24 || (size >= 18.66 && Number(is.fontWeight) >= 700);
  return old !== undefined && now !== undefined && now > old && now >= LEAST_CONTRAST[isLarge ? 'large' : 'text'];
}
