import { type PageElement, TEXT_LIMIT } from '../../capture/page-record.ts';
import { textLikeness } from './text-likeness.ts';
import { ancestorsOf, parentOf } from './xpaths.ts';

type Elements = readonly PageElement[];

/** Likeness from which on a new text may be an earlier one, reworded. */
const SOME_LIKENESS = 0.3;
/** Likeness from which on a new text probably is another earlier one, and the lead of that one. */
const MUCH_LIKENESS = 0.5;
const LEAD = 0.15;
/** The same for a new text in the place of the searched element. */
const MOST_LIKENESS = 0.75;
const LEAD_OF_MOST = 0.05;
/** New elements above which a page is another design, whose elements are not told apart. */
const MAX_NEW = 1_000;
/** Shorter texts occur within others by chance. */
const LEAST_QUOTED = 4;

/**
 * Whether a later page may still have an element of an earlier one, moved and reworded. It has not
 * if all elements of its kind were other elements before.
 *
 * @param before elements of the earlier page, `element` included
 * @param candidate element of the later page that may be it
 */
export function hasSuccessor(
  element: PageElement,
  before: Elements,
  after: Elements,
  candidate?: PageElement,
): boolean {
  const family = familyOf(element, before);
  const others = before.filter((other) => !family.has(other));
  const isTwin = others.some((other) => keyOf(other) === keyOf(element));
  const keyed = { before: isTwin ? contextOf(before) : null, after: isTwin ? contextOf(after) : null };
  const nameIn = (context: typeof keyed.before, other: PageElement) =>
    keyOf(other) === keyOf(element) && context ? `${keyOf(other)}\n${context(other)}` : keyOf(other);
  if (isTwin && !isDistinct(element, others, (other) => keyed.before?.(other) ?? '')) return true;
  const left = subtract(
    after,
    (other) => nameIn(keyed.after, other),
    others,
    (other) => nameIn(keyed.before, other),
  );
  if (left.added.length > MAX_NEW) return true;
  const found = unexplained(element, left, ancestorElementsOf(element, before));
  const [around] = surroundingsOf(before)(element);
  const surroundings = surroundingsOf(after);
  const isBeside = (added: PageElement) =>
    around !== undefined &&
    groupOf(element) >= 0 &&
    groupOf(element) === groupOf(added) &&
    surroundings(added).some((text) => textLikeness(around, text) >= MOST_LIKENESS);
  return found.some(
    (added) =>
      added === candidate ||
      ((resembles(element, added) || isBeside(added)) && !isRenamed(added, element, left.removed)),
  );
}

/** Whether a new element shows another earlier text, in a new wrapper or under new names. */
function isRenamed(added: PageElement, element: PageElement, removed: Elements): boolean {
  const own = textLikeness(element.text, added.text);
  return removed.some(({ text }) => textLikeness(text, added.text) >= Math.max(MOST_LIKENESS, own + LEAD_OF_MOST));
}

/** The element with its descendants, and its ancestors without further text. */
function familyOf({ xpath, text }: PageElement, elements: Elements): Set<PageElement> {
  return new Set(
    elements.filter(
      (other) =>
        other.xpath === xpath ||
        isWithin(other.xpath, xpath) ||
        (text !== '' && other.text === text && isWithin(xpath, other.xpath)),
    ),
  );
}

const ancestorElementsOf = ({ xpath }: PageElement, elements: Elements): PageElement[] =>
  elements.filter((other) => isWithin(xpath, other.xpath));

const isWithin = (xpath: string, ancestor: string): boolean => xpath.startsWith(`${ancestor}/`);

const namesOf = ({ tag, id, classes }: PageElement): string => [tag, id, ...classes].join('\n');

const keyOf = (element: PageElement): string => `${namesOf(element)}\n\n${element.text}`;

/** Texts around elements: those of their nearest ancestors with further text; empty if cut. */
function contextOf(elements: Elements): (element: PageElement) => string {
  const textsAround = ancestorTexts(elements);
  return (element) => textsAround(element)[0] ?? '';
}

/** Texts of the ancestors with further text, nearest first, up to the first one that is cut. */
function ancestorTexts(elements: Elements): (element: PageElement) => string[] {
  const byXpath = new Map(elements.map((element) => [element.xpath, element]));
  return ({ xpath, text }) => {
    const texts: string[] = [];
    for (const path of ancestorsOf(xpath)) {
      const around = byXpath.get(path)?.text ?? text;
      if (around.length >= TEXT_LIMIT - 1) break;
      if (around !== text) texts.push(around);
    }
    return texts;
  };
}

/** Texts that the cards around elements show beside them, nearest first. */
function surroundingsOf(elements: Elements): (element: PageElement) => string[] {
  const textsAround = ancestorTexts(elements);
  return (element) => textsAround(element).map((around) => around.replace(element.text, '').trim());
}

/** Whether the text around an element tells it from all others that look like it. */
function isDistinct(element: PageElement, others: Elements, contextAt: (other: PageElement) => string): boolean {
  const context = contextAt(element);
  return context !== '' && !others.some((other) => keyOf(other) === keyOf(element) && contextAt(other) === context);
}

/** Elements that only one of the pages has. */
interface Left {
  removed: PageElement[];
  added: PageElement[];
}

/** Pairs equal elements of two pages, as often as both have them. */
function subtract(
  after: Elements,
  nameAfter: (element: PageElement) => string,
  before: Elements,
  nameBefore: (element: PageElement) => string,
): Left {
  const left = new Map<string, PageElement[]>();
  for (const element of before) {
    const name = nameBefore(element);
    const same = left.get(name);
    if (same) same.push(element);
    else left.set(name, [element]);
  }
  const added = after.filter((element) => left.get(nameAfter(element))?.shift() === undefined);
  return { removed: [...left.values()].flat(), added };
}

/** New elements that no other earlier element explains: a reworded one, or a container. */
function unexplained(element: PageElement, { removed, added }: Left, ancestors: Elements): PageElement[] {
  const free = new Set(removed);
  const byNames = new Map<string, PageElement[]>();
  for (const other of removed) byNames.set(namesOf(other), [...(byNames.get(namesOf(other)) ?? []), other]);
  const containers = new Map(ancestors.map((ancestor) => [placeOf(ancestor), ancestor]));
  return added.filter((candidate) => {
    const container = containers.get(placeOf(candidate));
    if (container && lostText(container, candidate, element)) return false;
    const own = textLikeness(element.text, candidate.text);
    const alike = (byNames.get(namesOf(candidate)) ?? []).filter((other) => free.has(other));
    const isInPlace = candidate.selector === element.selector;
    const better = alike.find((other) => isExplainedBy(candidate, other, { own, isInPlace }));
    if (better) free.delete(better);
    return !better;
  });
}

/** Whether another earlier element, with the same names, is a better explanation of a new one. */
function isExplainedBy(
  candidate: PageElement,
  other: PageElement,
  { own, isInPlace }: { own: number; isInPlace: boolean },
) {
  const likeness = textLikeness(other.text, candidate.text);
  if (likeness >= MOST_LIKENESS && likeness >= own + LEAD_OF_MOST) return true;
  const isSame = other.selector === candidate.selector || (other.id !== '' && other.id === candidate.id);
  if (isSame) return own < Math.max(MUCH_LIKENESS, likeness);
  return !isInPlace && likeness >= MUCH_LIKENESS && likeness >= own + LEAD;
}

/** Path without positions, and the classes. */
const placeOf = (element: PageElement): string => `${pathOf(element)}\n${namesOf(element)}`;

const pathOf = ({ xpath }: PageElement): string => xpath.replace(/\[\d+\]/g, '');

/** Whether a container shows the element's text less often than before. */
function lostText({ text: before }: PageElement, { text: after }: PageElement, { text }: PageElement): boolean {
  if (text === '' || before.length >= TEXT_LIMIT - 1) return true;
  return before.split(text).length > after.split(text).length;
}

const GROUPS = [
  ['a', 'button', 'summary'],
  ['input', 'select', 'textarea'],
  ['img', 'svg', 'picture', 'canvas', 'video', 'figure', 'iframe', 'object'],
  ['ul', 'ol', 'dl', 'menu'],
  ['table', 'tbody', 'thead', 'tr'],
  ['form', 'fieldset'],
];

/** Number of a group of tags that replace each other; texts of any kind are one group. */
const groupOf = ({ tag }: PageElement): number => GROUPS.findIndex((tags) => tags.includes(tag));

/** Whether a new element may be an earlier one. */
function resembles(element: PageElement, added: PageElement): boolean {
  if (element.id !== '' && element.id === added.id) return true;
  if (textLikeness(element.text, added.text) >= SOME_LIKENESS || isQuoted(element, added)) return true;
  if (groupOf(element) !== groupOf(added)) return false;
  if (parentPath(element) === parentPath(added)) return true;
  if (element.classes.some((name) => added.classes.includes(name))) return true;
  return element.tag === added.tag && element.classes.length === 0 && added.classes.length === 0;
}

const isQuoted = ({ text }: PageElement, { text: other }: PageElement): boolean =>
  text.length >= LEAST_QUOTED && other.includes(text);

const parentPath = (element: PageElement): string => parentOf(pathOf(element));
