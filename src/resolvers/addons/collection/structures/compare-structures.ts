import type { Context } from '../../../../context.ts';
import { requireStructurePair, type SeenStructure } from './find-structures.ts';
import type { StructureElement } from './page-structure.ts';

/** An element that differs between the structures. */
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

/** Maximum number of elements per kind of difference. */
const MAX_DIFFERENCES = 500;
/** Members that describe the element's location, which the XPath covers. */
const LOCATION_MEMBERS = new Set(['ref', 'parent', 'step', 'xpath']);

/**
 * Compares two structures of a page.
 *
 * @throws as `requireStructurePair`
 */
export async function comparePageStructures(
  ctx: Context<'pool'>,
  args: { projectId: string; url: string; before?: string | null; after?: string | null },
): Promise<StructureDifference> {
  const [before, after] = await requireStructurePair(ctx, args);
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
    changed: changed.slice(0, MAX_DIFFERENCES),
  };
}

/** Longest XPath, characters, as in the scripts. Elements with longer ones are omitted. */
const MAX_PATH = 2_048;

/** Indexes elements by the XPath that their steps form, with their styles resolved. */
export function byXPath({ elements, styles }: Structure): Map<string, StructureElement> {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const paths = new Map<StructureElement, string | undefined>();
  const pathOf = (element: StructureElement, depth = 0): string | undefined => {
    if (paths.has(element)) return paths.get(element);
    const parent = byRef.get(element.parent);
    const isInside = parent && parent !== element && depth < MAX_PATH / 2;
    const before = isInside ? pathOf(parent, depth + 1) : '';
    const path = before === undefined ? undefined : `${before}/${element.step ?? element.tag}`;
    const pathInLimit = path === undefined || path.length > MAX_PATH ? undefined : path;
    paths.set(element, pathInLimit);
    return pathInLimit;
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

const onlyIn = (structure: Map<string, StructureElement>, other: Map<string, StructureElement>) =>
  [...structure]
    .filter(([xpath]) => !other.has(xpath))
    .slice(0, MAX_DIFFERENCES)
    .map(([xpath, element]) => ({ xpath, ...element }));

function differingMembers(before: StructureElement, after: StructureElement): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !LOCATION_MEMBERS.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
