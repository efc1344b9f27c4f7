import { h } from '../shadow-host/dom.ts';
import { arrange } from '../surface/arrange.ts';
import { rowList } from './rows.ts';

/** One section of a list: a heading that counts, and rows. */
export interface Section {
  /**
   * Shows these rows, each by what it is about. One that reads as before stays the same element: a press that began on
   * it ends on it, however often the list is brought up to date meanwhile.
   * @returns what the list shall hold of it; nothing without rows
   */
  show(rows: readonly (readonly [about: object, row: HTMLElement])[]): HTMLElement[];
}

/** Makes an empty section. */
export function makeSection(name: string): Section {
  const items = new WeakMap<object, HTMLElement>();
  const count = h('span');
  const heading = h('h3', {}, name, ' ', count);
  const list = rowList([]);
  const itemOf = (about: object, row: HTMLElement) => {
    const before = items.get(about);
    if (before?.firstChild?.isEqualNode(row)) return before;
    const made = h('li', {}, row);
    items.set(about, made);
    return made;
  };
  return {
    show(rows) {
      count.textContent = String(rows.length);
      arrange(
        list,
        rows.map(([about, row]) => itemOf(about, row)),
      );
      return rows.length > 0 ? [heading, list] : [];
    },
  };
}
