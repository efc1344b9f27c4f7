/** Characters at the start of a cell that make a spreadsheet read it as a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * Formats a cell of a CSV file: in quotes, and a text that looks like a formula after an
 * apostrophe, which spreadsheets do not run (OWASP, CSV injection).
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Formats a line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Byte order mark, without which Excel does not read UTF-8. */
export const BOM = '\ufeff';
