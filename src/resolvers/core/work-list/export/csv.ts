/**
 * Places at which a spreadsheet begins a formula: the start of a cell, and after a semicolon, a tab
 * or a line break, where spreadsheets of some languages begin another cell.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/**
 * Formats a cell of a CSV file: in quotes, and what looks like a formula after an apostrophe, which
 * spreadsheets do not run (OWASP, CSV injection).
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' ? text.replaceAll(FORMULA, "'") : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Formats a line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Byte order mark, without which Excel does not read UTF-8. */
export const BOM = '\ufeff';
