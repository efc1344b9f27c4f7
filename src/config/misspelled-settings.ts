/**
 * Finds names that resemble a setting without being one: each word, or the whole name, differs by
 * at most one character that is missing, added, replaced or swapped with its neighbor.
 *
 * @returns descriptions for the operator
 */
export function misspelledSettings(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    const closest = known.includes(name) ? undefined : closestOf(name.toUpperCase(), known);
    return closest ? [`${name}: unknown and ignored; the closest setting is ${closest}`] : [];
  });
}

const closestOf = (name: string, known: readonly string[]): string | undefined =>
  known.find((setting) => isWithinOneEdit(name, setting)) ?? known.find((setting) => hasSimilarWords(name, setting));

function hasSimilarWords(name: string, setting: string): boolean {
  const [words, expected] = [name.split('_'), setting.split('_')];
  return words.length === expected.length && words.every((word, index) => isWithinOneEdit(word, expected[index] ?? ''));
}

function isWithinOneEdit(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [ownPart, otherPart] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (ownPart.length <= 1 && otherPart.length <= 1) return true;
  return ownPart.length === 2 && otherPart === `${ownPart[1]}${ownPart[0]}`;
}
