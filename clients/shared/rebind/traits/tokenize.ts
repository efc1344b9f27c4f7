/**
 * Lists the distinct stems of a text from `normalizeText`. Caches those of long texts, because all
 * elements of a card share the card's text.
 */
export function wordsOf(normalized: string): readonly string[] {
  if (!normalized) return NONE;
  const cached = normalized.length >= LONG_TEXT ? wordsByText.get(normalized) : undefined;
  if (cached) return cached;
  const words: string[] = [];
  // The words are few, so searching the list is faster than a set.
  for (const word of normalized.split(' ')) {
    for (const stem of stemsOf(word)) if (!words.includes(stem)) words.push(stem);
  }
  if (normalized.length < LONG_TEXT) return words;
  if (wordsByText.size >= TEXTS_LIMIT) wordsByText.clear();
  wordsByText.set(normalized, words);
  return words;
}

/**
 * Splits a name from an adjoining counter, because a space between them is a matter of markup.
 * Removes the ending of plurals.
 */
function stemsOf(word: string): readonly string[] {
  const cached = stemsByWord.get(word);
  if (cached) return cached;
  const [, name = word, ...counter] = /^(\D{2,})(\d+)$/.exec(word) ?? [];
  const stems = [name.length > 3 ? name.replace(/e?s$|e$/, '') : name, ...counter];
  if (stemsByWord.size >= NAMES_LIMIT) stemsByWord.clear();
  stemsByWord.set(word, stems);
  return stems;
}

const stemsByWord = new Map<string, readonly string[]>();

const LONG_TEXT = 40;
const wordsByText = new Map<string, readonly string[]>();
const TEXTS_LIMIT = 1000;

/** Splits an identifier, address or class name: `navSearch-submit_2` gives nav, search, submit. */
export function tokensOf(name: string): readonly string[] {
  if (!name) return NONE;
  const cached = tokensByName.get(name);
  if (cached) return cached;
  const tokens = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((token) => token.length > 1);
  if (tokensByName.size > NAMES_LIMIT) tokensByName.clear();
  tokensByName.set(name, tokens);
  return tokens;
}

const NONE: readonly string[] = [];
/** Cache, because a page repeats the same names. */
const tokensByName = new Map<string, readonly string[]>();
const NAMES_LIMIT = 5000;
