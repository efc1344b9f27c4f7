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
