import type { ElementStyle } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';
import { onlyQuoting } from './elements-without-own-text.ts';
import { type ElementPair, type PlacedElement, pairElements } from './pair-elements.ts';

export const ELEMENT_CHANGE_KINDS = [
  'added',
  'removed',
  'text',
  'moved',
  'resized',
  'recoloured',
  'restyled',
  'content',
] as const;

export type ElementChangeKind = (typeof ELEMENT_CHANGE_KINDS)[number];

/** What an element was or is. */
export interface ElementState {
  text: string;
  /** CSS pixels, from the top left corner of its own page. */
  box: Box;
  /** The computed values that are others in the other picture. */
  style: Partial<ElementStyle>;
}

/** An element that is not what it was. */
export interface ElementChange {
  /** Of the element in the comparison, or in the baseline when it is gone. */
  selector: string;
  xpath: string;
  tag: string;
  kinds: ElementChangeKind[];
  before: ElementState | null;
  after: ElementState | null;
}

/** A change, and where it is to be seen on the canvas. */
export interface PlacedChange extends ElementChange {
  boxes: Box[];
}

const COLOURS: (keyof ElementStyle)[] = ['color', 'backgroundColor', 'borderColor', 'opacity'];
const FONTS: (keyof ElementStyle)[] = ['fontSize', 'fontWeight', 'fontFamily'];

/** Everything that changed from one page to the other, each change named at the element that it comes from. */
export function elementChanges(before: readonly PlacedElement[], after: readonly PlacedElement[]): PlacedChange[] {
  const quoting = new Set([...onlyQuoting(before), ...onlyQuoting(after)]);
  const found = pairElements(before, after).flatMap((pair) => changeOf(pair, quoting) ?? []);
  return withoutConsequences(found);
}

interface Found extends PlacedChange {
  pair: ElementPair;
  /** What must be equal for a change to come from the same change of an element around it. */
  traits: Partial<Record<ElementChangeKind, string>>;
}

function changeOf(pair: ElementPair, quoting: ReadonlySet<PlacedElement>): Found | undefined {
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
  const traits = traitsOf(before, after, quoting.has(before) && quoting.has(after));
  const kinds = ELEMENT_CHANGE_KINDS.filter((kind) => kind in traits);
  if (kinds.length === 0) return undefined;
  const changed = [...COLOURS, ...FONTS].filter((name) => before.element.style[name] !== after.element.style[name]);
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

/**
 * The kinds of a change, each with what exactly changed.
 * @param isQuoting whether both say only what elements in them say
 */
function traitsOf(before: PlacedElement, after: PlacedElement, isQuoting: boolean): Found['traits'] {
  const [a, b] = [before.element, after.element];
  const moved = [after.box.x - before.box.x, movedDown(before, after)];
  const grown = [after.box.width - before.box.width, after.box.height - before.box.height];
  const styled = (names: (keyof ElementStyle)[]) =>
    names.filter((name) => a.style[name] !== b.style[name]).map((name) => `${name} ${a.style[name]} ${b.style[name]}`);
  const [recoloured, restyled] = [styled(COLOURS), styled(FONTS)];
  return {
    ...(a.text !== b.text && !isQuoting && { text: '' }),
    ...(moved.some(isVisible) && { moved: moved.map(Math.round).join() }),
    ...(grown.some(isVisible) && { resized: '' }),
    ...(recoloured.length > 0 && { recoloured: recoloured.join() }),
    ...(restyled.length > 0 && { restyled: restyled.join() }),
  };
}

/**
 * How far down the canvas an element has moved. Rows that come before one at the top of its page move it on the canvas alone; of
 * rows that come between equal ones, nobody knows before which: then an edge of it may have stayed.
 */
function movedDown(before: PlacedElement, after: PlacedElement): number {
  const [, top, , height] = before.element.box;
  const [, newTop, , newHeight] = after.element.box;
  if (Math.abs(newTop - top) < SMALLEST_PIXEL) return 0;
  const moves = [after.box.y - before.box.y];
  if (Math.abs(newHeight - height) < SMALLEST_PIXEL) moves.push(after.bottom - before.bottom);
  return moves.reduce((least, move) => (Math.abs(move) < Math.abs(least) ? move : least));
}

/** Of a picture, at the largest deviceScaleFactor, CSS pixels. */
const SMALLEST_PIXEL = 0.25;

/** Less than a pixel of the picture is rounding. */
const isVisible = (pixels: number) => Math.abs(pixels) >= 1;

function stateOf({ element }: PlacedElement, names: (keyof ElementStyle)[]): ElementState {
  const [x, y, width, height] = element.box;
  const style = Object.fromEntries(names.map((name) => [name, element.style[name]]));
  return { text: element.text, box: { x, y, width, height }, style };
}

/**
 * Leaves out what only follows: an element's text and size when a change inside it explains them; its place, colours and
 * font when the element around it changed them in the same way; and whatever came or went with the element around it.
 */
function withoutConsequences(found: readonly Found[]): PlacedChange[] {
  const explained = new Set<Found>();
  const inherited = new Map<Found, Set<ElementChangeKind>>(found.map((change) => [change, new Set()]));
  for (const [change, ancestor] of withAncestors(found)) {
    for (const kind of ['added', 'removed', 'moved', 'recoloured', 'restyled'] as const)
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

/** Each change with each change of an element around it, on the page where the element is: the later one, if on both. */
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

/** `/html/body/p` → `/html/body`, `/html`. */
function* ancestorsOf(xpath: string): Generator<string> {
  for (let end = xpath.lastIndexOf('/'); end > 0; end = xpath.lastIndexOf('/', end - 1)) yield xpath.slice(0, end);
}
