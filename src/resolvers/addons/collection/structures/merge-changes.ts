import { LIMITS } from '../../../platform/input/limits.ts';
import type { PageStructure, StructureChanges, StructureElement } from './page-structure.ts';

type Ref = unknown;
/** The refs of an element's children, by the element's. */
type Children = Map<Ref, Set<Ref>>;

/**
 * A page after changes that came one after the other, its elements in the order of the document. Elements are known by their
 * `ref` as long as a session stays on a page. What stands in a removed element has gone with it. Takes a time that grows with what
 * is told, not with the number of changes.
 */
export function mergeChanges(base: PageStructure, changes: StructureChanges[]): PageStructure {
  const all = new Map(base.elements.map((element) => [element.ref, element]));
  const children: Children = new Map();
  for (const [ref, { parent }] of all) setOf(children, parent).add(ref);
  for (const each of changes) apply(all, children, each);
  // A page that grows for ever is not followed.
  if (all.size > LIMITS.snapshotElements) return base;
  const title = changes.findLast((each) => each.title !== undefined)?.title ?? base.title;
  // Of several orders of the same children, the last one holds.
  const order = new Map(changes.flatMap((each) => each.order ?? []));
  return {
    ...base,
    title,
    elements: inOrder(all, order),
    styles: [base, ...changes].flatMap(({ styles = [] }) => styles),
  };
}

function apply(
  all: Map<Ref, StructureElement>,
  children: Children,
  { elements, removed, moved = [] }: StructureChanges,
): void {
  for (const element of elements) {
    const { ref, parent } = element;
    const known = all.get(ref);
    if (known && known.parent !== parent) children.get(known.parent)?.delete(ref);
    setOf(children, parent).add(ref);
    all.set(ref, element);
  }
  for (const [ref, step, box] of moved) {
    const element = all.get(ref);
    if (element) all.set(ref, { ...element, step, box });
  }
  const told = new Set<Ref>(elements.map(({ ref }) => ref));
  const going = [...removed];
  while (going.length > 0) {
    const ref = going.pop();
    const element = told.has(ref) ? undefined : all.get(ref);
    if (!element) continue;
    all.delete(ref);
    children.get(element.parent)?.delete(ref);
    for (const child of children.get(ref) ?? []) going.push(child);
  }
}

function inOrder(all: Map<Ref, StructureElement>, order: Map<Ref, Ref[]>): StructureElement[] {
  const childrenOf = new Map<Ref, StructureElement[]>();
  for (const element of all.values()) {
    const parent = all.has(element.parent) ? element.parent : undefined;
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(element);
    else childrenOf.set(parent, [element]);
  }
  for (const [parent, refs] of order) {
    const siblings = childrenOf.get(parent);
    if (siblings) childrenOf.set(parent, sorted(siblings, refs));
  }
  const found: StructureElement[] = [];
  const left = [...(childrenOf.get(undefined) ?? [])].reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    found.push(next);
    for (const child of (childrenOf.get(next.ref) ?? []).toReversed()) left.push(child);
    // Elements that claim to stand within each other are told once.
    childrenOf.delete(next.ref);
  }
  return found;
}

/** Those that are named in the order of their names, then the others as they stood. */
function sorted(siblings: StructureElement[], refs: Ref[]): StructureElement[] {
  const byRef = new Map(siblings.map((element) => [element.ref, element]));
  const named: StructureElement[] = [];
  for (const ref of refs) {
    const element = byRef.get(ref);
    if (element && byRef.delete(ref)) named.push(element);
  }
  return [...named, ...byRef.values()];
}

function setOf(children: Children, parent: Ref): Set<Ref> {
  const known = children.get(parent);
  if (known) return known;
  const made = new Set<Ref>();
  children.set(parent, made);
  return made;
}
