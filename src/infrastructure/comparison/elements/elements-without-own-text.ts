import { TEXT_LIMIT } from '../../capture/page-record.ts';
import type { PlacedElement } from './pair-elements.ts';

/** Those that have no words but those of the elements in them: when these stand in another order, none says anything else. */
export function onlyQuoting(elements: readonly PlacedElement[]): PlacedElement[] {
  const said = new Map<string, string>();
  for (const { element } of elements) {
    const parent = element.xpath.slice(0, element.xpath.lastIndexOf('/'));
    const before = said.get(parent);
    // No more is kept than an element's own text can have.
    if (element.text !== '' && (before?.length ?? 0) < TEXT_LIMIT)
      said.set(parent, before === undefined ? element.text : `${before} ${element.text}`);
  }
  return elements.filter(({ element: { xpath, text } }) => said.get(xpath)?.slice(0, TEXT_LIMIT).trim() === text);
}
