import { h } from '../shadow-host/elements.ts';
import { rowList } from './rows.ts';

/** A section of the list: a heading with a count, and rows. */
export interface Section {
  /**
   * Shows rows, each with the object that it represents. An unchanged row keeps its element, so
   * that an update between press and release does not cancel a click.
   *
   * @returns the elements of the section; none without rows.
   */
  show(rows: readonly (readonly [subject: object, row: HTMLElement])[]): HTMLElement[];
}

export function createSection(name: string): Section {
  const items = new WeakMap<object, HTMLElement>();
  const count = h('span');
  const heading = h('h3', {}, name, ' ', count);
  const list = rowList([]);
  const itemOf = (subject: object, row: HTMLElement) => {
    const before = items.get(subject);
    if (before?.firstChild?.isEqualNode(row)) return before;
    const created = h('li', {}, row);
    items.set(subject, created);
    return created;
  };
  return {
    show(rows) {
      count.textContent = String(rows.length);
      reconcileChildren(
        list,
        rows.map(([subject, row]) => itemOf(subject, row)),
      );
      return rows.length > 0 ? [heading, list] : [];
    },
  };
}

/**
 * Sets the children of an element in this order, without moving those that are in place already.
 */
export function reconcileChildren(parent: Element, children: readonly Element[]): void {
  const kept = new Set<Node>(children);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  children.forEach((child, i) => {
    const current = parent.children[i];
    if (current !== child) parent.insertBefore(child, current ?? null);
  });
}
