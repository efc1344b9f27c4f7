/**
 * Says whether an id or a class name was written by a person and so is likely to outlive the next build: words, perhaps
 * with a short number (`hero-title`, `productCard`, `col-3`). Names of a style compiler (`css-1q2w3e`, `Button_x3F2a`),
 * ids counted up at run time (`ember1234`, `:r1:`) and names of a passing state (`is-open`, `active`) are not.
 */
export function isWordLike(name: string): boolean {
  if (name.length > 48 || STATE.test(name)) return false;
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/[-_]+/)
    .filter(Boolean);
  return (
    parts.every((part) => PART.test(part) && !/[^aeiouy\d]{5,}/i.test(part)) && parts.some((part) => WORD.test(part))
  );
}

const STATE =
  /^(is|has)-|^(active|hover|focus|open|closed|selected|disabled|visible|hidden|show|collapsed|loading|current)$/;
const PART = /^([a-z]+\d{0,2}|\d{1,3})$/i;
const WORD = /^(?=.*[aeiouy])[a-z]{3}/i;

/** Distinct words of a text that saidOf in traits.ts prepared. Those of a long one are kept: a card's text is that of all in it. */
export function wordsOf(said: string): readonly string[] {
  if (!said) return NONE;
  const known = said.length >= LONG ? texts.get(said) : undefined;
  if (known) return known;
  const words: string[] = [];
  // So few that looking through them is quicker than a set.
  for (const word of said.split(' ')) if (!words.includes(word)) words.push(word);
  if (said.length < LONG) return words;
  if (texts.size >= TEXTS_LIMIT) texts.clear();
  texts.set(said, words);
  return words;
}

const LONG = 40;
const texts = new Map<string, readonly string[]>();
const TEXTS_LIMIT = 1000;

/** Words of an identifier, an address or a class name: `navSearch-submit_2` is nav, search, submit. */
export function tokensOf(name: string): readonly string[] {
  if (!name) return NONE;
  const known = cache.get(name);
  if (known) return known;
  const tokens = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((token) => token.length > 1);
  if (cache.size > CACHE_LIMIT) cache.clear();
  cache.set(name, tokens);
  return tokens;
}

const NONE: readonly string[] = [];
/** A page uses the same names again and again. */
const cache = new Map<string, readonly string[]>();
const CACHE_LIMIT = 5000;
