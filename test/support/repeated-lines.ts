/** Equal lines of two places, by their numbers from 1. */
export interface Repetition {
  first: { path: string; line: number };
  second: { path: string; line: number };
  /** Number of lines that count. */
  lines: number;
}

/** Lines that two places share to count as a repetition. */
const MIN_LINES = 6;
/** Places of the same lines beyond which they are a convention, such as a license. */
const MAX_PLACES = 8;

/** Blank lines, comments, imports and lone punctuation do not count. */
const THIN = /^(|[^\w"'`]*|(\/\/|\*|\/\*|#).*|(import|export)\b.*\bfrom '.*|import .*|\} from .*)$/;

/**
 * Finds places that share six or more lines. Ignores white space and lines that do not count. A
 * pair of files counts once for each run of equal lines.
 */
export function repetitionsOf(sources: readonly { path: string; source: string }[]): Repetition[] {
  const files = sources.map(({ path, source }) => ({ path, rows: countedLines(source) }));
  const places = new Map<string, { file: number; at: number }[]>();
  files.forEach(({ rows }, file) => {
    for (let at = 0; at + MIN_LINES <= rows.length; at += 1) {
      const key = rows
        .slice(at, at + MIN_LINES)
        .map(({ text }) => text)
        .join('\n');
      const known = places.get(key);
      if (known) known.push({ file, at });
      else places.set(key, [{ file, at }]);
    }
  });
  const textAt = (file: number, at: number) => files[file]?.rows[at]?.text;
  const found: Repetition[] = [];
  for (const known of places.values()) {
    if (known.length < 2 || known.length > MAX_PLACES) continue;
    for (const [index, one] of known.entries()) {
      for (const other of known.slice(index + 1)) {
        // A run is reported where it begins, and two runs of a file must not overlap.
        const before = textAt(one.file, one.at - 1);
        if (before !== undefined && before === textAt(other.file, other.at - 1)) continue;
        let lines = MIN_LINES;
        for (;;) {
          const next = textAt(one.file, one.at + lines);
          if (next === undefined || next !== textAt(other.file, other.at + lines)) break;
          lines += 1;
        }
        if (one.file === other.file && other.at < one.at + lines) continue;
        found.push({ first: placeOf(one), second: placeOf(other), lines });
      }
    }
  }
  return found.sort((a, b) => b.lines - a.lines);

  function placeOf({ file, at }: { file: number; at: number }) {
    const { path = '', rows = [] } = files[file] ?? {};
    return { path, line: rows[at]?.line ?? 0 };
  }
}

const countedLines = (source: string) =>
  source
    .split('\n')
    .map((text, index) => ({ text: text.trim().replace(/\s+/g, ' '), line: index + 1 }))
    .filter(({ text }) => !THIN.test(text));
