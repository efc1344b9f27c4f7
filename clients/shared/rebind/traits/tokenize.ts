const LIMIT = 5000;

/** Lists the distinct stems of a text from `normalizeText`. */
export const wordsOf = memoize<readonly string[]>(LIMIT, (normalized) => {
  const words: string[] = [];
  if (!normalized) return words;
  // The words are few, so searching the list is faster than a set.
  for (const word of normalized.split(' ')) {
    for (const stem of stemsOf(word)) if (!words.includes(stem)) words.push(stem);
  }
  return words;
});

/**
 * Splits a name from an adjoining counter, because a space between them is a matter of markup.
 * Removes the ending of plurals: "shelves" gives "shelf".
 */
const stemsOf = memoize<readonly string[]>(LIMIT, (word) => {
  const [, name = word, ...counter] = /^(\D{2,})(\d+)$/.exec(word) ?? [];
  return [name.length > 3 ? name.replace(/e?s$|e$/, '').replace(/v$/, 'f') : name, ...counter];
});

/** Splits an identifier, address or class name: `navSearch-submit_2` gives nav, search, submit. */
export const tokensOf = memoize<readonly string[]>(LIMIT, (name) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((token) => token.length > 1),
);

/**
 * Remembers the results of a function of one text, because a page repeats its texts and names.
 * Forgets all of them at the limit.
 */
function memoize<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= limit) known.clear();
      value = compute(text);
      known.set(text, value);
    }
    return value;
  };
}
