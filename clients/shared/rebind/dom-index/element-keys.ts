import { TEST_IDS } from '../../locators/test-ids.ts';
import { attributeOf, callNative, tagOf } from '../../page/dom-access.ts';
import { labelOf } from '../../page/label.ts';
import { textOf } from '../../page/text.ts';
import { tokensOf, wordsOf } from '../traits/tokenize.ts';
import { classesOf, NORMALIZED_LIMIT, normalizeText, pathOf, type Traits } from '../traits/traits.ts';
import type { IndexedElement } from './indexed-element.ts';
import type { KeyIndex, KeyKind } from './key-index.ts';

/** Reads the element's test id. */
export function testIdOf(element: Element): string {
  for (const name of TEST_IDS) {
    const value = attributeOf(element, name);
    if (value) return value;
  }
  return '';
}

/** Reads the element's `name`, or else the text of a field's `<label>`. */
export function nameOf(element: Element): string {
  const name = attributeOf(element, 'name');
  const label = !name && FIELD.test(tagOf(element)) && (element as HTMLInputElement).labels?.[0];
  return label ? textOf(label) : (name ?? '');
}

const FIELD = /^(input|select|textarea)$/;

/** Returns the normalized text of an element, or else its normalized label. */
export function visibleTextOf({ text, tag, element, isPrivate }: IndexedElement): string {
  if (isPrivate || tag === 'html' || tag === 'body') return '';
  return text.slice(0, NORMALIZED_LIMIT).trim() || normalizeText(labelOf(element));
}

/** Adds all keys of an element and counts its words. */
export function addKeys(indexed: IndexedElement, { add, addWords, countWord }: KeyIndex): void {
  const { element, normalized, key, step, icon } = indexed;
  add('text', key, indexed);
  if (icon) add('icon', icon, indexed);
  add('path', step, indexed);
  if (normalized && (indexed.hasOwnText || !indexed.text)) addWords(wordsOf(normalized), indexed);
  if (!callNative(element, 'hasAttributes')) return;
  const attribute = (name: string) => attributeOf(element, name) ?? '';
  const [id, name, className, href] = [attribute('id'), nameOf(element), attribute('class'), pathOf(attribute('href'))];
  if (id) add('id', id, indexed);
  if (name) add('name', name, indexed);
  if (href) add('href', href, indexed);
  const testId = testIdOf(element);
  if (testId) add('testId', testId, indexed);
  for (const one of classesOf(className)) add('class', one, indexed);
  const names = [id, name, className, href].flatMap(tokensOf);
  if (normalized) names.forEach(countWord);
  else addWords(names, indexed);
}

/** Lists the keys of a wanted element, the most distinctive kinds first. */
export function keysFor({
  key,
  icon,
  id,
  testId,
  name,
  href,
  words,
  bag,
  classes,
  steps,
}: Traits): [KeyKind, string][] {
  const keys: [KeyKind, string][] = [
    ['testId', testId],
    ['id', id],
    ['text', key],
    ['icon', icon],
    ['name', name],
    ['href', href],
    ['path', steps.slice(-3).join('/')],
  ];
  // An icon has no text and is identified by its names.
  for (const word of key ? words : bag) if (word.length > 2) keys.push(['word', word]);
  for (const one of classes) keys.push(['class', one]);
  return keys.filter(([, value]) => value);
}
