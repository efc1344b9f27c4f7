import { createHash } from 'node:crypto';
import type { ElementChange } from '../../../../infrastructure/comparison/elements/element-changes.ts';
import type { NamedRegion } from '../../../../infrastructure/comparison/elements/name-regions.ts';
import { parentOf } from '../../../../infrastructure/comparison/elements/xpaths.ts';

/** Max changes of a capture with rows of their own. */
const MAX_CHANGES = 200;

/** A changed element, or a region without one. */
export interface FoundChange {
  selector: string | null;
  tag: string | null;
  /** Kinds of the element, with `silent` if no pixel shows it, or the kind of the region. */
  kinds: string[];
  before: ElementChange['before'];
  after: ElementChange['after'];
  region: { x: number; y: number; width: number; height: number };
  likeness: string;
  /** Annotations at the element that explain it. */
  annotationIds: string[];
  /** Annotations whose guards watch the element. */
  guardedIds: string[];
  /** Null for a region. */
  element: ElementChange | null;
}

/** A change that explains the like changes of other pages. */
export type ExplainedChange = Pick<FoundChange, 'likeness' | 'annotationIds'> & { selector: string };

/** Lists the changed elements of regions, each once, from the top of the page. */
export function findChanges(regions: readonly NamedRegion[]): { changes: FoundChange[]; total: number } {
  const found = new Map<string, FoundChange>();
  for (const { kind, x, y, width, height, pixels, elements } of regions) {
    const region = { x, y, width, height };
    if (elements.length === 0) found.set(`region ${found.size}`, changeOfRegion(kind, region));
    for (const element of elements) {
      const key = `${element.selector} ${element.after === null}`;
      if (!found.has(key)) found.set(key, changeOfElement(element, region, pixels === 0));
    }
  }
  return { changes: [...found.values()].slice(0, MAX_CHANGES), total: found.size };
}

const changeOfRegion = (kind: string, region: FoundChange['region']): FoundChange => ({
  selector: null,
  tag: null,
  kinds: [kind],
  before: null,
  after: null,
  region,
  likeness: likenessOf([kind, region.width, region.height]),
  annotationIds: [],
  guardedIds: [],
  element: null,
});

function changeOfElement(element: ElementChange, region: FoundChange['region'], isSilent: boolean): FoundChange {
  const { selector, tag, before, after } = element;
  const kinds = isSilent ? [...element.kinds, 'silent'] : element.kinds;
  const likeness = likenessOf(causeOf(element));
  return { selector, tag, kinds, before, after, region, likeness, annotationIds: [], guardedIds: [], element };
}

/**
 * Parts that changes of one cause have in common: the same new words, the same new values of styles
 * on any element, or a new place among the same siblings.
 */
function causeOf({ selector, xpath, tag, kinds, before, after }: ElementChange): unknown[] {
  // The same new words instead of the same old ones need no like selector, which may have a number.
  if (before?.text !== after?.text) return [tag, kinds, before?.text, after?.text];
  const restyled = styleChanges(before?.style, after?.style);
  if (restyled.length > 0) return ['style', restyled];
  if (kinds.every((kind) => kind === 'moved')) return ['moved', withoutNumbers(parentOf(xpath))];
  return [withoutNumbers(selector), kinds];
}

type Styles = Readonly<Record<string, unknown>>;

/**
 * Changed values, each once: a variable may color the text of one element, the border of another.
 */
function styleChanges(before: Styles = {}, after: Styles = {}): string[] {
  const changes = Object.entries(after).map(([name, value]) => {
    const isColor = name.toLowerCase().endsWith('color');
    return `${isColor ? 'color' : name} ${before[name]} ${value}`;
  });
  return [...new Set(changes)].sort();
}

const withoutNumbers = (path: string): string => path.replaceAll(/:nth-of-type\(\d+\)|\[\d+\]/g, '');

const likenessOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
