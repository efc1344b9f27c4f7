import { TEST_IDS } from '../../locators/test-ids.ts';
import { ask, attributeOf, tagOf } from '../../page/dom-access.ts';
import { labelOf } from '../../page/label.ts';
import { textOf } from '../../page/text.ts';
import type { KeyKind, PageIndex } from '../survey/page-index.ts';
import type { Spot } from '../survey/survey.ts';
import { classesOf, pathOf, SAID_LIMIT, saidOf, type Traits } from '../traits/traits.ts';
import { tokensOf } from '../traits/words.ts';

/** The element's test id. */
export function testIdOf(element: Element): string {
  for (const name of TEST_IDS) {
    const value = attributeOf(element, name);
    if (value) return value;
  }
  return '';
}

/** The element's `name`; of a field without one, the text of its `<label>`. */
export function nameOf(element: Element): string {
  const name = attributeOf(element, 'name');
  const label = !name && FIELD.test(tagOf(element)) && (element as HTMLInputElement).labels?.[0];
  return label ? textOf(label) : (name ?? '');
}

const FIELD = /^(input|select|textarea)$/;

/** What the element says, else what it is called; as it is compared. */
export function sayingOf({ text, tag, element, isPrivate }: Spot): string {
  if (isPrivate || tag === 'html' || tag === 'body') return '';
  return text.slice(0, SAID_LIMIT).trim() || saidOf(labelOf(element));
}

/** Enters an element under all that it may be looked for by, and counts its words. */
export function enterKeys(spot: Spot, { enter, enterWords, mention }: PageIndex): void {
  const { element, said, key } = spot;
  enter('text', key, spot);
  if (said && (spot.hasOwnText || !spot.text)) enterWords(said.split(' '), spot);
  if (!ask(element, 'hasAttributes')) return;
  const attribute = (name: string) => attributeOf(element, name) ?? '';
  const [id, name, className, href] = [attribute('id'), nameOf(element), attribute('class'), pathOf(attribute('href'))];
  if (id) enter('id', id, spot);
  if (name) enter('name', name, spot);
  if (href) enter('href', href, spot);
  const testId = testIdOf(element);
  if (testId) enter('testId', testId, spot);
  for (const one of classesOf(className)) enter('class', one, spot);
  const names = [id, name, className, href].flatMap(tokensOf);
  if (said) names.forEach(mention);
  else enterWords(names, spot);
}

/** The keys of what is wanted, those that say the most first. */
export function keysFor({ key, id, testId, name, href, words, bag, classes, steps }: Traits): [KeyKind, string][] {
  const tail = steps.slice(-3);
  while (tail.length < 3) tail.unshift('');
  const keys: [KeyKind, string][] = [
    ['testId', testId],
    ['id', id],
    ['text', key],
    ['name', name],
    ['href', href],
    ['place', steps.length ? tail.join('/') : ''],
  ];
  // An icon is told by its names.
  for (const word of key ? words : bag) if (word.length > 2) keys.push(['word', word]);
  for (const one of classes) keys.push(['class', one]);
  return keys.filter(([, value]) => value);
}
