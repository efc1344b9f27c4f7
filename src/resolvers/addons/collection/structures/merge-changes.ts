import { LIMITS } from '../../../platform/input/limits.ts';
import type { PageStructure, StructureChanges, StructureElement } from './page-structure.ts';

type Ref = unknown;
/** Refs of children by the ref of their parent. */
type Children = Map<Ref, Set<Ref>>;

/**
 * Applies consecutive changes to a page structure. Elements are identified by their `ref`, which is
 * unique while a session stays on a page, and are returned in document order. Removing an element
 * removes its descendants. The run time depends on the size of the changes, not on their number.
 */
export function mergeChanges(base: PageStructure, changes: StructureChanges[]): PageStructure {
  const all = new Map(base.elements.map((element) => [element.ref, element]));
  const children: Children = new Map();
  for (const [ref, { parent }] of all) setOf(children, parent).add(ref);
  for (const each of changes) apply(all, children, each);
  // Pages that keep growing are not followed.
  if (all.size > LIMITS.snapshotElements) return base;
  const title = changes.findLast((each) => each.title !== undefined)?.title ?? base.title;
  // The last order of a parent's children wins.
  const order = new Map(changes.flatMap((each) => each.order ?? []));
  return {
    ...base,
    title,
    elements: inDocumentOrder(all, order),
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
  const sent = new Set<Ref>(elements.map(({ ref }) => ref));
  const pending = [...removed];
  while (pending.length > 0) {
    const ref = pending.pop();
    const element = sent.has(ref) ? undefined : all.get(ref);
    if (!element) continue;
    all.delete(ref);
    children.get(element.parent)?.delete(ref);
    for (const child of children.get(ref) ?? []) pending.push(child);
  }
}

function inDocumentOrder(all: Map<Ref, StructureElement>, order: Map<Ref, Ref[]>): StructureElement[] {
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
    // Breaks cycles of elements that contain each other.
    childrenOf.delete(next.ref);
  }
  return found;
}

/** Sorts siblings: the named ones in the given order, then the others in their previous order. */
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
