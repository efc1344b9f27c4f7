import type { ElementStyle, PageElement } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';
import { elementsWithoutOwnText } from './elements-without-own-text.ts';
import { isSameStyle } from './equal-styles.ts';
import type { ElementPair, PlacedElement } from './pair-elements.ts';
import { ancestorsOf } from './xpaths.ts';

export const ELEMENT_CHANGE_KINDS = [
  'added',
  'removed',
  'text',
  'moved',
  'resized',
  'recolored',
  'restyled',
  'relinked',
  'content',
] as const;

export type ElementChangeKind = (typeof ELEMENT_CHANGE_KINDS)[number];

/** State of an element in one of the two captures. */
export interface ElementState {
  text: string;
  /** CSS pixels from the top left corner of the element's page. */
  box: Box;
  /** Computed values that differ from the other capture. */
  style: Partial<ElementStyle>;
}

/** Changed element. */
export interface ElementChange {
  /** Selector in the comparison, or in the baseline for a removed element. */
  selector: string;
  xpath: string;
  tag: string;
  kinds: ElementChangeKind[];
  before: ElementState | null;
  after: ElementState | null;
}

/** Change with its position on the canvas. */
export interface PlacedChange extends ElementChange {
  boxes: Box[];
}

const COLORS: (keyof ElementStyle)[] = ['color', 'backgroundColor', 'borderColor', 'opacity'];
const FONTS: (keyof ElementStyle)[] = ['fontSize', 'fontWeight', 'fontFamily'];

/** Whether an element is a link itself, whose target is not that of others in or around it. */
export const isLink = ({ tag }: PageElement): boolean => tag === 'a' || tag === 'area';

/**
 * Returns all changes between two pages, each attributed to the element that caused it.
 * @param pairs elements of both pages, paired
 * @param scale image pixels per CSS pixel
 */
export function elementChanges(
  pairs: readonly ElementPair[],
  before: readonly PlacedElement[],
  after: readonly PlacedElement[],
  scale: number,
): PlacedChange[] {
  const quoting = new Set([...elementsWithoutOwnText(before), ...elementsWithoutOwnText(after)]);
  const found = pairs.flatMap((pair) => changeOf(pair, quoting, scale) ?? []);
  return withoutConsequences(found);
}

interface Found extends PlacedChange {
  pair: ElementPair;
  /** Values that equal those of an ancestor if the ancestor's change caused this one. */
  traits: Partial<Record<ElementChangeKind, string>>;
}

function changeOf(pair: ElementPair, quoting: ReadonlySet<PlacedElement>, scale: number): Found | undefined {
  const { before, after } = pair;
  const subject = after ?? before;
  if (!subject) return undefined;
  const { selector, xpath, tag } = subject.element;
  const boxes = [before, after].flatMap((placed) => placed?.box ?? []);
  if (!before || !after) {
    const kind = after ? 'added' : 'removed';
    const state = stateOf(subject, Object.keys(subject.element.style) as (keyof ElementStyle)[]);
    const states = after ? { before: null, after: state } : { before: state, after: null };
    return { selector, xpath, tag, kinds: [kind], ...states, boxes, traits: { [kind]: '' }, pair };
  }
  const traits = traitsOf(before, after, quoting.has(before) && quoting.has(after), scale);
  const kinds = ELEMENT_CHANGE_KINDS.filter((kind) => kind in traits);
  if (kinds.length === 0) return undefined;
  const changed = [...COLORS, ...FONTS].filter((name) => before.element.style[name] !== after.element.style[name]);
  if ('relinked' in traits) changed.push(...LINKS.filter((name) => isOtherLink(before, after, name)));
  return {
    selector,
    xpath,
    tag,
    kinds,
    boxes,
    traits,
    pair,
    before: stateOf(before, changed),
    after: stateOf(after, changed),
  };
}

const LINKS = ['linkTarget', 'linkWindow'] as const;

const isOtherLink = (before: PlacedElement, after: PlacedElement, name: (typeof LINKS)[number]): boolean =>
  !isSameStyle(name, before.element.style[name], after.element.style[name]);

/**
 * Returns the kinds of a change with their values.
 * @param isQuoting whether all text of both elements belongs to their descendants
 */
function traitsOf(before: PlacedElement, after: PlacedElement, isQuoting: boolean, scale: number): Found['traits'] {
  const [a, b] = [before.element, after.element];
  const down = movedDown(before, after);
  // Segments move by whole CSS pixels, so an element can lie up to one beside them.
  const moved = [after.box.x - before.box.x, Math.abs(down) < scale ? 0 : down];
  const grown = [after.box.width - before.box.width, after.box.height - before.box.height];
  const styled = (names: (keyof ElementStyle)[]) =>
    names.filter((name) => a.style[name] !== b.style[name]).map((name) => `${name} ${a.style[name]} ${b.style[name]}`);
  const [recolored, restyled] = [styled(COLORS), styled(FONTS)];
  const isRelinked = isLink(a) && isLink(b) && LINKS.some((name) => isOtherLink(before, after, name));
  return {
    ...(a.text !== b.text && !isQuoting && { text: '' }),
    ...(moved.some(isVisible) && { moved: moved.map(Math.round).join() }),
    ...(grown.some(isVisible) && { resized: '' }),
    ...(recolored.length > 0 && { recolored: recolored.join() }),
    ...(restyled.length > 0 && { restyled: restyled.join() }),
    ...(isRelinked && { relinked: '' }),
  };
}

/**
 * Returns how far an element moved down the canvas. Rows inserted above the first element of a page
 * move it on the canvas only. Among equal rows the insertion point is ambiguous, so one edge of the
 * element may have stayed.
 */
function movedDown(before: PlacedElement, after: PlacedElement): number {
  const [, top, , height] = before.element.box;
  const [, newTop, , newHeight] = after.element.box;
  if (Math.abs(newTop - top) < SMALLEST_PIXEL) return 0;
  const moves = [after.box.y - before.box.y];
  if (Math.abs(newHeight - height) < SMALLEST_PIXEL) moves.push(after.bottom - before.bottom);
  return moves.reduce((least, move) => (Math.abs(move) < Math.abs(least) ? move : least));
}

/** Size of an image pixel at the largest deviceScaleFactor, CSS pixels. */
const SMALLEST_PIXEL = 0.25;

/** Differences below one image pixel are rounding. */
const isVisible = (pixels: number) => Math.abs(pixels) >= 1;

function stateOf({ element }: PlacedElement, names: (keyof ElementStyle)[]): ElementState {
  const [x, y, width, height] = element.box;
  const style = Object.fromEntries(names.map((name) => [name, element.style[name]]));
  return { text: element.text, box: { x, y, width, height }, style };
}

/**
 * Drops derived changes: text and size explained by a change of a descendant; position, colors and
 * font that an ancestor changed in the same way; additions and removals that come with an ancestor.
 */
function withoutConsequences(found: readonly Found[]): PlacedChange[] {
  const explained = new Set<Found>();
  const inherited = new Map<Found, Set<ElementChangeKind>>(found.map((change) => [change, new Set()]));
  for (const [change, ancestor] of withAncestors(found)) {
    for (const kind of ['added', 'removed', 'moved', 'recolored', 'restyled'] as const)
      if (kind in change.traits && change.traits[kind] === ancestor.traits[kind]) inherited.get(change)?.add(kind);
    if (['added', 'removed', 'text', 'resized'].some((kind) => kind in change.traits)) explained.add(ancestor);
  }
  return found.flatMap((change) => {
    const follows = (kind: ElementChangeKind) =>
      inherited.get(change)?.has(kind) || ((kind === 'text' || kind === 'resized') && explained.has(change));
    const { traits: _, pair: __, ...shown } = change;
    const kinds = shown.kinds.filter((kind) => !follows(kind));
    return kinds.length > 0 ? [{ ...shown, kinds }] : [];
  });
}

/** Pairs each change with the changes of its ancestors, on the later page that has the element. */
function* withAncestors(found: readonly Found[]): Generator<[change: Found, ancestor: Found]> {
  const onPage = (page: keyof ElementPair) =>
    new Map(found.map((change) => [change.pair[page]?.element.xpath, change]));
  const [before, after] = [onPage('before'), onPage('after')];
  for (const change of found) {
    for (const xpath of ancestorsOf(change.xpath)) {
      const ancestor = (change.pair.after ? after : before).get(xpath);
      if (ancestor) yield [change, ancestor];
    }
  }
}
