import { labelOf } from './label.ts';
import type { Counts } from './rarity.ts';
import type { Spot } from './survey.ts';
import { pathOf, SAID_LIMIT, saidOf, type Traits } from './traits.ts';
import { tokensOf, wordsOf } from './words.ts';

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];

/** The element's test id. */
export function testIdOf(element: Element): string {
  for (const name of TEST_IDS) {
    const value = element.getAttribute(name);
    if (value) return value;
  }
  return '';
}

/** What the element says, else what it is called; as it is compared. */
export function sayingOf({ text, element, isPrivate }: Spot): string {
  if (isPrivate || /^(html|body)$/.test(element.localName)) return '';
  return text.slice(0, SAID_LIMIT).trim() || saidOf(labelOf(element));
}

/** Keys under which an element of a page is looked for. Counts its words on the way. */
export function keysOf(spot: Spot, add: Counts['add']): string[] {
  const { element, hasOwnText } = spot;
  const keys: string[] = [];
  const said = sayingOf(spot);
  if (said) {
    const key = said.replace(/ /g, '');
    keys.push(`t${key}`);
    add('text', key);
    if (hasOwnText || !spot.text)
      for (const word of wordsOf(said)) {
        add('word', word);
        if (word.length > 2) keys.push(`w${word}`);
      }
  }
  if (!element.hasAttributes()) {
    keys.push(tailOf(spot));
    return keys;
  }
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const [id, name, className, href] = [element.id, attribute('name'), attribute('class'), pathOf(attribute('href'))];
  if (id) keys.push(`i${id}`);
  if (name) keys.push(`m${name}`);
  if (href) keys.push(`h${href}`);
  const testId = testIdOf(element);
  if (testId) keys.push(`d${testId}`);
  if (name) add('name', name);
  if (href) add('href', href);
  for (const one of classesOf(className)) {
    add('class', one);
    keys.push(`c${one}`);
  }
  for (const value of [id, name, className, href]) for (const word of tokensOf(value)) add('word', word);
  keys.push(tailOf(spot));
  return keys;
}

/** The last three steps: the same place in the same kind of surroundings. */
function tailOf({ step, parent }: Spot): string {
  return `s${parent?.parent?.step ?? ''}/${parent?.step ?? ''}/${step}`;
}

/** The keys of what is wanted, those that say the most first. */
export function keysFor({ key, id, testId, name, href, words, classes, steps }: Traits): string[] {
  const tail = steps.slice(-3);
  while (tail.length < 3) tail.unshift('');
  return [
    ...(testId ? [`d${testId}`] : []),
    ...(id ? [`i${id}`] : []),
    ...(key ? [`t${key}`] : []),
    ...(name ? [`m${name}`] : []),
    ...(href ? [`h${href}`] : []),
    ...(steps.length ? [`s${tail.join('/')}`] : []),
    ...words.filter((word) => word.length > 2).map((word) => `w${word}`),
    ...classes.map((one) => `c${one}`),
  ];
}

function classesOf(className: string): string[] {
  return className.split(/\s+/).filter(Boolean);
}
