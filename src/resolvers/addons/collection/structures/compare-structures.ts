import type { Context } from '../../../../context.ts';
import { type SeenStructure, structurePair } from './find-structures.ts';
import type { StructureElement } from './page-structure.ts';

/** One element that is in both structures and differs. */
interface ChangedElement {
  xpath: string;
  /** Names of the members that differ. */
  members: string[];
  before: StructureElement;
  after: StructureElement;
}

export interface StructureDifference {
  before: SeenStructure;
  after: SeenStructure;
  added: (StructureElement & { xpath: string })[];
  removed: (StructureElement & { xpath: string })[];
  changed: ChangedElement[];
}

/** The most elements told of one kind of difference. */
const MAX_TOLD = 500;
/** They say where an element stands among others, which its XPath does. */
const PLACE = new Set(['ref', 'parent', 'step', 'xpath']);

/** What is different between two structures of a page. @throws as `structurePair` */
export async function comparePageStructures(
  ctx: Context,
  args: { projectId: string; url: string; before?: string | null; after?: string | null },
): Promise<StructureDifference> {
  const [before, after] = await structurePair(ctx, args);
  return { before, after, ...differenceOf(before, after) };
}

type Structure = Pick<SeenStructure, 'elements' | 'styles'>;

function differenceOf(before: Structure, after: Structure) {
  const [old, fresh] = [byXPath(before), byXPath(after)];
  const changed: ChangedElement[] = [];
  for (const [xpath, element] of fresh) {
    const earlier = old.get(xpath);
    const members = earlier ? differingMembers(earlier, element) : [];
    if (earlier && members.length > 0) changed.push({ xpath, members, before: earlier, after: element });
  }
  return {
    added: onlyIn(fresh, old),
    removed: onlyIn(old, fresh),
    changed: changed.slice(0, MAX_TOLD),
  };
}

/** A path beyond is not told, as by the scripts: neither is the element, nor what stands in it. */
const MAX_PATH = 2_048;

/** Elements by the path that their steps make, with their styles written out. */
export function byXPath({ elements, styles }: Structure): Map<string, StructureElement> {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const paths = new Map<StructureElement, string | undefined>();
  const pathOf = (element: StructureElement, depth = 0): string | undefined => {
    if (paths.has(element)) return paths.get(element);
    const parent = byRef.get(element.parent);
    const isInside = parent && parent !== element && depth < MAX_PATH / 2;
    const before = isInside ? pathOf(parent, depth + 1) : '';
    const path = before === undefined ? undefined : `${before}/${element.step ?? element.tag}`;
    const told = path === undefined || path.length > MAX_PATH ? undefined : path;
    paths.set(element, told);
    return told;
  };
  const found = new Map<string, StructureElement>();
  for (const element of elements) {
    const path = pathOf(element);
    if (path === undefined) continue;
    const { style, ...rest } = element;
    found.set(path, typeof style === 'number' ? { ...rest, styles: styles?.[style] } : element);
  }
  return found;
}

const onlyIn = (these: Map<string, StructureElement>, those: Map<string, StructureElement>) =>
  [...these]
    .filter(([xpath]) => !those.has(xpath))
    .slice(0, MAX_TOLD)
    .map(([xpath, element]) => ({ xpath, ...element }));

function differingMembers(before: StructureElement, after: StructureElement): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !PLACE.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
