import type { PageElement } from '../../capture/page-record.ts';
import { parentOf } from './xpaths.ts';

/** Compound selector, such as `p.price:nth-of-type(2)`. */
interface Compound {
  tag?: string;
  ids: string[];
  classes: string[];
  nth?: number;
}

/** Compound with its combinator: the preceding compound must match the parent, or any ancestor. */
interface Step extends Compound {
  isChild: boolean;
}

/** Finds elements in a page record. */
export type ElementSelector = (elements: readonly PageElement[]) => PageElement[];

const NAME = String.raw`(?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\[^0-9a-fA-F])+`;
const PART = new RegExp(String.raw`^(?:(\*|${NAME})|#(${NAME})|\.(${NAME})|:nth-of-type\((\d{1,9})\))`);

/**
 * Parses the CSS subset that page records support: names, #id, .class and :nth-of-type(n), combined
 * by spaces, > and commas.
 * @returns undefined for any other selector
 */
export function readSelector(selector: string): ElementSelector | undefined {
  const wanted = selector.split(',').map((part) => readSteps(part.trim()));
  const known = wanted.flatMap((steps) => (steps ? [steps] : []));
  if (known.length < wanted.length) return undefined;
  return (elements) => {
    const tree = treeOf(elements);
    const found = known.map((steps) => membersOf(steps, elements, tree));
    return elements.filter((_, index) => found.some((members) => members[index]));
  };
}

function readSteps(selector: string): Step[] | undefined {
  const steps: Step[] = [];
  for (let rest = selector, isChild = false; ; ) {
    const read = readCompound(rest);
    if (!read) return undefined;
    steps.push({ ...read.compound, isChild });
    if (read.rest === '') return steps;
    const combinator = /^(?:\s*(>)\s*|\s+)/.exec(read.rest);
    if (!combinator) return undefined;
    isChild = combinator[1] === '>';
    rest = read.rest.slice(combinator[0].length);
  }
}

function readCompound(text: string): { compound: Compound; rest: string } | undefined {
  const compound: Compound = { ids: [], classes: [] };
  let rest = text;
  for (let found = PART.exec(rest); found; found = PART.exec(rest)) {
    const [whole, name, id, className, nth] = found;
    // A type selector must come first.
    if (name !== undefined && rest !== text) return undefined;
    if (name !== undefined && name !== '*') compound.tag = unescaped(name).toLowerCase();
    if (id !== undefined) compound.ids.push(unescaped(id));
    if (className !== undefined) compound.classes.push(unescaped(className));
    if (nth !== undefined) compound.nth = Number(nth);
    rest = rest.slice(whole.length);
  }
  return rest === text ? undefined : { compound, rest };
}

/** `\31 0` is "10"; `\:` is ":". */
const unescaped = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, other?: string) =>
    code === undefined ? (other ?? '') : codePoint(Number.parseInt(code, 16)),
  );

const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

/** Matches the last step. Each step visits each element once, whatever the nesting. */
function membersOf(steps: readonly Step[], elements: readonly PageElement[], tree: readonly Position[]): boolean[] {
  let found: boolean[] = [];
  for (const [index, step] of steps.entries()) {
    const within = found;
    const below = isBelow(within, tree);
    const isPlaced = (at: number) =>
      index === 0 || (step.isChild ? within[tree[at]?.parent ?? -1] === true : below[at] === true);
    found = elements.map((element, at) => matchesCompound(element, step) && isPlaced(at));
  }
  return found;
}

/** Returns for each element whether an ancestor is a member. Ancestors come first in the record. */
function isBelow(members: readonly boolean[], tree: readonly Position[]): boolean[] {
  const below: boolean[] = [];
  for (const { ancestor } of tree) below.push(members[ancestor] === true || below[ancestor] === true);
  return below;
}

/** Position of an element in the tree, as indexes into the record (document order), or -1. */
interface Position {
  parent: number;
  /** Nearest recorded ancestor; the record omits elements without extent. */
  ancestor: number;
}

function treeOf(elements: readonly PageElement[]): Position[] {
  const places = new Map(elements.map(({ xpath }, index) => [xpath, index]));
  return elements.map(({ xpath }) => {
    const parent = places.get(parentOf(xpath)) ?? -1;
    let ancestor = parent;
    for (let path = parentOf(xpath); ancestor < 0 && path !== ''; path = parentOf(path))
      ancestor = places.get(path) ?? -1;
    return { parent, ancestor };
  });
}

const matchesCompound = (element: PageElement, { tag, ids, classes, nth }: Compound): boolean =>
  (tag === undefined || tag === element.tag) &&
  ids.every((id) => id === element.id) &&
  classes.every((name) => element.classes.includes(name)) &&
  (nth === undefined || nth === indexAmongSiblings(element));

const indexAmongSiblings = ({ xpath }: PageElement): number => Number(/\[(\d+)\]$/.exec(xpath)?.[1] ?? 1);
