import { LIMITS } from '../input.ts';
import type { PageStructure, StructureChanges, StructureElement } from './structure.ts';

/**
 * A page after its changes, its elements in the order of the document. Elements are known by their `ref` as long as a session
 * stays on a page. What stands in a removed element has gone with it.
 */
export function mergeChanges(base: PageStructure, changes: StructureChanges): PageStructure {
  const elements = inOrder(living(base.elements, changes), changes.order ?? []);
  // A page that grows for ever is not followed.
  if (elements.length > LIMITS.snapshotElements) return base;
  return {
    ...base,
    ...(changes.title !== undefined && { title: changes.title }),
    elements,
    styles: [...(base.styles ?? []), ...(changes.styles ?? [])],
  };
}

/** Elements by their `ref`: the earlier ones that are left, as they are now, then the new ones. */
function living(base: StructureElement[], { elements, removed, moved = [] }: StructureChanges) {
  const all = new Map([...base, ...elements].map((element) => [element.ref, element]));
  for (const [ref, step, box] of moved) {
    const element = all.get(ref);
    if (element) all.set(ref, { ...element, step, box });
  }
  const isLeft = new Map<unknown, boolean>(removed.map((ref) => [ref, false]));
  for (const { ref } of elements) isLeft.set(ref, true);
  for (const { ref } of base) {
    // Up to the first ancestor of which it is known; what is below shares its fate.
    const below: unknown[] = [];
    let at: StructureElement | undefined = all.get(ref);
    while (at && !isLeft.has(at.ref)) {
      below.push(at.ref);
      isLeft.set(at.ref, true);
      at = all.get(at.parent);
    }
    const fate = at === undefined || isLeft.get(at.ref) !== false;
    for (const each of below) isLeft.set(each, fate);
  }
  for (const [ref, left] of isLeft) if (!left) all.delete(ref);
  return all;
}

function inOrder(all: Map<unknown, StructureElement>, order: [parent: unknown, children: unknown[]][]) {
  const childrenOf = new Map<unknown, StructureElement[]>();
  for (const element of all.values()) {
    const parent = all.has(element.parent) ? element.parent : undefined;
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(element);
    else childrenOf.set(parent, [element]);
  }
  for (const [parent, refs] of order) {
    const places = new Map(refs.map((ref, place) => [ref, place]));
    const placeOf = ({ ref }: StructureElement) => places.get(ref) ?? refs.length;
    childrenOf.get(parent)?.sort((a, b) => placeOf(a) - placeOf(b));
  }
  const found: StructureElement[] = [];
  const left = [...(childrenOf.get(undefined) ?? [])].reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    found.push(next);
    left.push(...(childrenOf.get(next.ref) ?? []).toReversed());
    // Elements that claim to stand within each other are told once.
    childrenOf.delete(next.ref);
  }
  return found;
}
