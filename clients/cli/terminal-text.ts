import type { Writable } from 'node:stream';

/** Controls of terminals (C0, DEL, C1), and those that show text in another order than it has. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes a text of a stranger safe for a terminal: one line without controls, so that it moves no
 * cursor, sets no title, and looks like no other line.
 */
export const safeLine = (text: string, length = Number.POSITIVE_INFINITY): string => {
  const line = text.replace(/\s+/g, ' ').replace(CONTROLS, '\ufffd').trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
};

/** Longest indentation of a line that is kept, characters. */
const MAX_INDENT = 24;

/** Makes a text safe, with its lines and their indentation, each behind a margin. */
export const safeLines = (text: string, margin: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => `${margin}${indentOf(line)}${safeLine(line)}`.trimEnd())
    .join('\n');

const indentOf = (line: string): string =>
  (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').slice(0, MAX_INDENT);

/** Prints JSON with all controls and directions as escapes; JSON alone escapes few of them. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(CONTROLS, (control) =>
    control === '\n' ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes results to standard output, and progress and errors to standard error. */
export interface Printer {
  isJson: boolean;
  /** Prints a line of text; nothing with `--json`. */
  line(text: string): void;
  /** Prints the result with `--json`. */
  json(value: unknown): void;
  note(text: string): void;
}

/** Creates a printer; its callers make texts of strangers safe. */
export function createPrinter(isJson: boolean, stdout: Writable, stderr: Writable): Printer {
  return {
    isJson,
    line: (text) => void (isJson || stdout.write(`${text}\n`)),
    json: (value) => void (isJson && stdout.write(`${safeJson(value)}\n`)),
    note: (text) => void stderr.write(`${text}\n`),
  };
}
