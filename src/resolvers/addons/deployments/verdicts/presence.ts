import { type PageElement, type PageRecord, TEXT_LIMIT } from '../../../../infrastructure/capture/page-record.ts';
import { differingStyles } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import { hasSuccessor } from '../../../../infrastructure/comparison/elements/find-successor.ts';
import { parentOf } from '../../../../infrastructure/comparison/elements/xpaths.ts';
import type { Side } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { boxInPicture } from '../../../core/reanchoring/record-pins.ts';
import { isBound, isShown } from './comparable.ts';
import type { ElementNames } from './is-explained.ts';
import { isWordsIn } from './literal-texts.ts';
import type { PinFacts } from './types.ts';

/** Elements of a page record, which is complete below this number. */
const MAX_ELEMENTS = 20_000;

type Page = Pick<PageRecord, 'elements' | 'scroll'>;

/** Whether page records can tell if the element of two pins is gone. */
export const mayBeGone = (before: PinFacts | null, after: PinFacts): boolean =>
  before !== null && isShown(before) && (!isShown(after) || before.text !== after.text);

/**
 * Says by the records of two pages whether the later one may still have the element of a pin; null
 * if they cannot tell, as for elements of frames and shadow trees, which no record lists.
 */
export function isLeft(
  before: PinFacts | null,
  after: PinFacts,
  { baseline, comparison }: Record<Side, Page>,
): boolean | null {
  if (!before) return null;
  const isElsewhere = Boolean(after.box?.width) && after.styles === null && after.state !== 'orphaned';
  const isCut = [baseline, comparison].some(({ elements }) => elements.length >= MAX_ELEMENTS);
  if (isElsewhere || isCut) return null;
  const element = elementOf(before, baseline);
  if (!element) return null;
  const found = isBound(after) ? comparison.elements.find((other) => isPinned(other, after, comparison)) : undefined;
  return hasSuccessor(element, baseline.elements, comparison.elements, found);
}

/** The element that a pin was recorded of; undefined in frames and shadow trees. */
export const elementOf = (pin: PinFacts, page: Page): PageElement | undefined =>
  page.elements.find((element) => isPinned(element, pin, page));

/** Levels of the card around an element whose text names it. */
const MAX_LEVELS = 3;

/** By what a comment can name the element of a pin; null in frames and shadow trees. */
export function namesOf(pin: PinFacts, page: Page): ElementNames | null {
  const elements = page.elements.filter((element) => isPinned(element, pin, page));
  let xpath = elements[0]?.xpath;
  if (xpath === undefined) return null;
  let around = '';
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    xpath = parentOf(xpath);
    const text = page.elements.find((element) => element.xpath === xpath)?.text ?? '';
    if (text.length >= TEXT_LIMIT - 1) break;
    around = `${around} ${text}`;
  }
  return { elements, around, isElsewhere: (word) => isElsewhere(word, elements[0]?.xpath ?? '', page) };
}

/** Whether an element that is neither around nor within another one shows a word. */
const isElsewhere = (word: string, xpath: string, { elements }: Page): boolean =>
  elements.some(
    (other) =>
      !`${other.xpath}/`.startsWith(`${xpath}/`) &&
      !`${xpath}/`.startsWith(`${other.xpath}/`) &&
      isWordsIn(other.text.toLowerCase(), word.toLowerCase()),
  );

/** Whether a pin was recorded of an element. */
function isPinned({ box, text, style }: PageElement, pin: PinFacts, page: Page): boolean {
  if (!pin.box || !pin.styles || text !== pin.text) return false;
  const [x, y, width, height] = box;
  const shown = boxInPicture({ x, y, width, height }, page);
  const isThere = (['x', 'y', 'width', 'height'] as const).every((side) => shown[side] === pin.box?.[side]);
  return isThere && differingStyles(style, pin.styles).length === 0;
}
