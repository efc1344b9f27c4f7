import type { Description } from './description.ts';
import { tokensOf } from './words.ts';

/** What an element is named in the page's code. */
export interface Names {
  readonly classes: readonly string[];
  /** Path of the address, without host, query and fragment. */
  readonly href: string;
  /** Words of all of it, of its type too. */
  readonly hints: readonly string[];
  /** Names and address in one piece, for words that are written together. */
  readonly names: string;
}

type Named = Pick<Description, 'id' | 'name' | 'type' | 'classes' | 'href'>;

/** Reads names. */
export function namesOf({ id = '', name = '', type = '', classes: className = '', href = '' }: Named): Names {
  const key = `${id}\0${name}\0${type}\0${className}\0${href}`;
  const made = known.get(key);
  if (made) return made;
  const classes = className.split(/\s+/).filter(Boolean);
  const address = pathOf(href);
  const names = {
    classes,
    href: address,
    hints: [id, name, ...classes, address, type].flatMap(tokensOf),
    names: lettersOf(`${id} ${name} ${classes.join(' ')} ${address}`.toLowerCase()),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, names);
  return names;
}

/** Elements of a list are named alike, and most elements of a page not at all. */
const known = new Map<string, Names>();
const MOST_KNOWN = 2_000;

const lettersOf = (text: string) => text.replace(/^[\t\n\r -~]*$/.test(text) ? /[^a-z ]+/g : /[^\p{L} ]+/gu, '');

/** Path of an address as far as it says which page is meant. Archived copies count as what they are copies of. */
export function pathOf(href: string): string {
  if (!href) return '';
  const own = href.replace(/^https?:\/\/web\.archive\.org(\/web\/[^/]+\/)?/, '');
  const path = own.replace(/^(?:[a-z]+:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.replace(/\/$/, '') || '/';
}
