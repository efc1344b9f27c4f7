import { TEXT_LIMIT } from '../../capture/page-record.ts';
import type { PlacedElement } from './pair-elements.ts';
import { parentOf } from './xpaths.ts';

/**
 * Returns the elements whose text belongs entirely to their children. A new order of the children
 * changes such a text without a change of its own.
 */
export function elementsWithoutOwnText(elements: readonly PlacedElement[]): PlacedElement[] {
  const said = new Map<string, string>();
  for (const { element } of elements) {
    const parent = parentOf(element.xpath);
    const before = said.get(parent);
    // Truncated like an element's recorded text.
    if (element.text !== '' && (before?.length ?? 0) < TEXT_LIMIT)
      said.set(parent, before === undefined ? element.text : `${before} ${element.text}`);
  }
  return elements.filter(({ element: { xpath, text } }) => said.get(xpath)?.slice(0, TEXT_LIMIT).trim() === text);
}
