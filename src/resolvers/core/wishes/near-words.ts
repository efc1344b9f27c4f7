/** Least length of a word whose spelling is compared. */
const LEAST_LENGTH = 4;
/** Length from which two letters may differ. */
const LONG = 8;

/** Whether two different words are spellings of one: a letter more, less, another or swapped. */
export function isNearWord(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const length = Math.min(a.length, b.length);
  if (a === b || length < LEAST_LENGTH || !isWord(a) || !isWord(b)) return false;
  return distance(a, b) <= (length >= LONG ? 2 : 1);
}

const isWord = (text: string): boolean => /^\p{L}+$/u.test(text);

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, substituted, swapped);
    }
  }
  return at(a.length, b.length);
}
