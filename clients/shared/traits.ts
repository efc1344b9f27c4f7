import { type Control, controlOf } from './control.ts';
import type { Description, PageBox, Twins } from './description.ts';
import { fold } from './text.ts';
import { tokensOf, wordsOf } from './words.ts';

/** A description taken apart, so that comparing two of them is only counting. */
export interface Traits {
  readonly tag: string;
  /** Tags from the root to the element. */
  readonly path: readonly string[];
  /** The same with each one's number among its siblings: `li[3]`. */
  readonly steps: readonly string[];
  /** Sections of the page that it stands in: header, footer, nav, main, form and the like. */
  readonly regions: ReadonlySet<string>;
  /** The outermost kind of them. */
  readonly region: string;
  /** Its number in the innermost list, row or series that it is in; 0 where nobody knows. */
  readonly number: number;
  readonly isListed: boolean;
  readonly isHeading: boolean;
  readonly control: Control;
  readonly id: string;
  readonly testId: string;
  readonly name: string;
  readonly type: string;
  readonly classes: readonly string[];
  /** Path of the address, without host, query and fragment. */
  readonly href: string;
  /** Text, or else label: lower case, letters and digits only. */
  readonly said: string;
  /** The same by {@link keyOf}. */
  readonly key: string;
  /** Distinct words of the text. */
  readonly words: readonly string[];
  /** Distinct words of everything: text, names, classes, address. */
  readonly bag: readonly string[];
  /** Names and address in one piece, for words that are written together. */
  readonly names: string;
  readonly box: PageBox | undefined;
  readonly beside: readonly string[];
  readonly card: readonly string[];
  /** Beginning of the card's text, as it stands there. */
  readonly cardStart: string;
  readonly twins: Twins | undefined;
}

/** Longest text that is compared, in characters: the beginning of a text says which one it is. */
export const SAID_LIMIT = 200;

/** Text as it is compared. */
export function saidOf(text: string): string {
  if (SAID.test(text)) return text.slice(0, SAID_LIMIT).trim();
  if (PLAIN.test(text))
    return text
      .slice(0, 4 * SAID_LIMIT)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .slice(0, SAID_LIMIT)
      .trim();
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, SAID_LIMIT)
    .trim();
}

/** So many characters of it without its spaces: with more or fewer of these, {@link SAID_LIMIT} cuts it elsewhere. */
const KEY_LIMIT = 150;

/** What is the same for equal letters and digits, wherever the spaces between them stand. */
export const keyOf = (said: string) => said.replace(/ /g, '').slice(0, KEY_LIMIT);

/** Prepared already: what elements say is taken from what those in them say. */
const SAID = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Needs no Unicode: most texts are so, and a page has thousands. */
const PLAIN = /^[\t\n\r -~]*$/;

/** Takes a description apart. Costs some microseconds: keep the result where it is used again. */
export function traitsOf(description: Description): Traits {
  const { tag, xpath = '', id = '', name = '', type = '', testId = '', href = '', label = '' } = description;
  const steps = stepsOf(xpath);
  const path = steps.map((step) => step.slice(0, step.indexOf('[')));
  const classes = (description.classes ?? '').split(/\s+/).filter(Boolean);
  const said = saidOf(description.text ?? '') || saidOf(label);
  const address = pathOf(href);
  const card = saidOf(description.card ?? '');
  const words = wordsOf(said);
  const hints = [id, name, ...classes, address, type, said ? label : ''].flatMap(tokensOf);
  const lower = tag.toLowerCase();
  const regions = new Set(path.filter((step) => REGIONS.has(step)));
  return {
    tag: lower,
    path,
    steps,
    regions,
    region: ['footer', 'header', 'main'].find((region) => regions.has(region)) ?? '',
    number: numberOf(path, steps),
    isListed: path.includes('li'),
    isHeading: /^h[1-6]$/.test(lower),
    control: controlOf(lower, type, path, `${id} ${description.classes ?? ''}`),
    id,
    testId,
    name,
    type,
    classes,
    href: address,
    said,
    key: keyOf(said),
    words,
    bag: hints.length > 0 ? [...new Set([...hints, ...words])] : words,
    names: lettersOf(`${id} ${name} ${classes.join(' ')} ${address}`.toLowerCase()),
    box: description.box,
    beside: (description.beside ?? []).map(saidOf),
    card: wordsOf(card),
    cardStart: card.slice(0, 60),
    twins: description.twins,
  };
}

const lettersOf = (text: string) => text.replace(PLAIN.test(text) ? /[^a-z ]+/g : /[^\p{L} ]+/gu, '');

const REGIONS = new Set(['header', 'footer', 'nav', 'aside', 'main', 'form', 'table', 'dialog', 'article']);

/** Steps in one notation: `li[1]` for the first, `svg[1]` for `*[name()="svg"]` and `*[local-name() = "svg"][1]`. */
function stepsOf(xpath: string): string[] {
  return xpath
    .toLowerCase()
    .replace(/\*\[(?:local-)?name\(\) ?= ?"([^"]*)"\]/g, '$1')
    .split('/')
    .filter(Boolean)
    .map((step) => (step.endsWith(']') ? step : `${step}[1]`));
}

const SERIES = new Set(['li', 'td', 'tr', 'article', 'option', 'section']);

function numberOf(path: readonly string[], steps: readonly string[]): number {
  for (let i = steps.length - 1; i >= 0; i--) {
    const tag = path[i] ?? '';
    const number = Number.parseInt((steps[i] ?? '').slice(tag.length + 1), 10);
    if (number > 1 || (number >= 0 && SERIES.has(tag))) return number;
  }
  return steps.length ? 1 : 0;
}

/** Path of an address as far as it says which page is meant. Archived copies count as what they are copies of. */
export function pathOf(href: string): string {
  if (!href) return '';
  const own = href.replace(/^https?:\/\/web\.archive\.org(\/web\/[^/]+\/)?/, '');
  const path = own.replace(/^(?:[a-z]+:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.replace(/\/$/, '') || '/';
}
