import type { ElementStyle } from '../../capture/page-record.ts';
import { type Box, contains, intersection } from '../../images/geometry.ts';
import type { ElementDifference } from '../pixels/compare-elements.ts';
import type { Region } from '../pixels/compare-images.ts';
import { ELEMENT_CHANGE_KINDS, type ElementChange, type ElementChangeKind, isLink } from './element-changes.ts';
import { type StyleName, silentStyles } from './equal-styles.ts';
import type { ElementPair, PlacedElement } from './pair-elements.ts';
import { ancestorsOf } from './xpaths.ts';

/** Maximum elements whose pixels are compared; the first of the page come first. */
const MAX_CANDIDATES = 200;

/** Values that draw colors; the others belong to letters, lines and shapes. */
const COLORS: readonly StyleName[] = [
  'color',
  'backgroundColor',
  'borderColor',
  'opacity',
  'backgroundImage',
  'boxShadow',
  'filter',
];

/** Element of both pages whose styles differ in effect, while no region shows it. */
export interface SilentCandidate {
  before: PlacedElement;
  after: PlacedElement;
  names: StyleName[];
}

/** Change of an element that no region shows. */
export interface SilentChange {
  candidate: SilentCandidate;
  change: ElementChange;
}

/** Region with the names of the elements that changed in it. */
type Named = Region & { elements: readonly Pick<ElementChange, 'xpath' | 'kinds'>[] };

/**
 * Lists elements whose styles differ although no region of differing pixels is theirs. A value that
 * an ancestor changed in the same way is left to the ancestor.
 *
 * @param scale image pixels per CSS pixel
 */
export function silentCandidates(
  pairs: readonly ElementPair[],
  regions: readonly Named[],
  scale: number,
): SilentCandidate[] {
  const styled = new Map<string, SilentCandidate>();
  const boxes = new Map<string, Box>();
  for (const { before, after } of pairs) {
    if (after) boxes.set(after.element.xpath, after.box);
    if (!before || !after) continue;
    const names = stylesOf(before, after, false);
    if (names.length > 0) styled.set(after.element.xpath, { before, after, names });
  }
  const found: SilentCandidate[] = [];
  for (const candidate of styled.values()) {
    const names = candidate.names.filter((name) => !isInherited(candidate, name, styled));
    if (names.length === 0 || isShown(candidate, regions, boxes, scale)) continue;
    found.push({ ...candidate, names });
    if (found.length === MAX_CANDIDATES) break;
  }
  return found;
}

const stylesOf = ({ element: before }: PlacedElement, { element: after }: PlacedElement, isIdentical: boolean) =>
  silentStyles(before.style, after.style, { isIdentical, hasText: after.text !== '' }).filter(
    (name) => (name !== 'linkTarget' && name !== 'linkWindow') || isLink(after),
  );

function isInherited(candidate: SilentCandidate, name: StyleName, styled: ReadonlyMap<string, SilentCandidate>) {
  const differenceOf = ({ before, after }: SilentCandidate) =>
    `${before.element.style[name]} ${after.element.style[name]}`;
  for (const xpath of ancestorsOf(candidate.after.element.xpath)) {
    const ancestor = styled.get(xpath);
    if (ancestor?.names.includes(name)) return differenceOf(ancestor) === differenceOf(candidate);
  }
  return false;
}

/**
 * Whether a region shows or may show the change: one that names the element, or one of pixels that
 * are not those of a changed descendant.
 */
function isShown(
  { before, after, names }: SilentCandidate,
  regions: readonly Named[],
  boxes: ReadonlyMap<string, Box>,
  scale: number,
) {
  const { xpath } = after.element;
  const drawn = [before.box, after.box].map((box) => drawnBox(box, names, scale));
  return regions.some((region) => {
    if (!drawn.some((box) => intersection(box, region))) return false;
    const isOfDescendant = region.elements.some((element) => {
      const box = boxes.get(element.xpath);
      return (
        element.xpath.startsWith(`${xpath}/`) && !element.kinds.includes('content') && box && contains(after.box, box)
      );
    });
    return !isOfDescendant || region.elements.some((element) => element.xpath === xpath);
  });
}

/** Distance from its element within which a marker or a shadow is drawn, CSS pixels. */
const REACH = 40;

/** Box of an element with its marker beside it and its shadow around it, if they differ. */
function drawnBox({ x, y, width, height }: Box, names: readonly StyleName[], scale: number): Box {
  const hasShadow = names.includes('boxShadow') || names.includes('filter');
  const down = hasShadow ? REACH * scale : 0;
  const across = hasShadow || names.includes('listStyleType') ? REACH * scale : 0;
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}

/**
 * Changes of the candidates whose styles have an effect. Values that draw within the box of an
 * element have none if all of its pixels are equal.
 *
 * @param differences one per candidate; null where one of the images does not show the element
 */
export function silentChanges(
  candidates: readonly SilentCandidate[],
  differences: readonly (Pick<ElementDifference, 'isIdentical'> | null)[],
): SilentChange[] {
  return candidates.flatMap((candidate, index) => {
    const difference = differences[index];
    if (!difference) return [];
    const { before, after } = candidate;
    const shown = stylesOf(before, after, difference.isIdentical);
    const names = candidate.names.filter((name) => shown.includes(name) && !isOfText(name, candidate));
    if (names.length === 0) return [];
    const { selector, xpath, tag } = after.element;
    const states = { before: stateOf(before, names), after: stateOf(after, names) };
    return [{ candidate, change: { selector, xpath, tag, kinds: kindsOf(names), ...states } }];
  });
}

/** Whether a border follows the color of the text, as one without a color of its own. */
const isOfText = (name: StyleName, { before, after }: SilentCandidate): boolean =>
  name === 'borderColor' && [before, after].every(({ element: { style } }) => style.borderColor === style.color);

function kindsOf(names: readonly StyleName[]): ElementChangeKind[] {
  const kinds = names.map((name) => {
    if (name === 'linkTarget' || name === 'linkWindow') return 'relinked';
    return COLORS.includes(name) ? 'recolored' : 'restyled';
  });
  return ELEMENT_CHANGE_KINDS.filter((kind) => kinds.includes(kind as (typeof kinds)[number]));
}

function stateOf({ element }: PlacedElement, names: readonly StyleName[]): NonNullable<ElementChange['after']> {
  const [x, y, width, height] = element.box;
  const style: Partial<ElementStyle> = Object.fromEntries(names.map((name) => [name, element.style[name]]));
  return { text: element.text, box: { x, y, width, height }, style };
}
