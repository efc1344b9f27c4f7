/** Rows of an import, as an export of another tool has them. */
export type ImportRow = Record<string, unknown>;

/**
 * Decodes a file. Spreadsheets write UTF-16 with a byte order mark, or the code page of the system;
 * what is not UTF-8 is read as that of Western Europe.
 */
export function decodeImport(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads the rows of a file: JSON with a list, at any depth of its envelope, or CSV with names in
 * its first line. A name with a dot, such as `author.name`, is a member of an object.
 *
 * @throws if there is no list
 */
export function readImport(text: string): ImportRow[] {
  if (WORKBOOK.some((start) => text.startsWith(start)))
    throw new Error('The file is a workbook. Save its sheet as CSV, and choose that file.');
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const rows = /^[[{]/.test(trimmed) ? listIn(readJson(trimmed)) : readCsv(trimmed);
  if (!rows || rows.length === 0) throw new Error('The file has no list of comments.');
  return rows;
}

/** First bytes of XLSX and ODS, which are ZIP archives, and of XLS. */
const WORKBOOK = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0'];

/** One value, or one per line. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split(/[\r\n]+/);
    if (lines.length === 1 || !lines.every((line) => line.endsWith('}'))) throw error;
    return lines.map((line) => JSON.parse(line));
  }
}

/** The first list of objects in a value. */
function listIn(value: unknown): ImportRow[] | undefined {
  if (Array.isArray(value)) return value.every(isRow) ? value : undefined;
  if (!isRow(value)) return undefined;
  for (const member of Object.values(value)) {
    const found = listIn(member);
    if (found && found.length > 0) return found;
  }
  return undefined;
}

const isRow = (value: unknown): value is ImportRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readCsv(text: string): ImportRow[] {
  const [head = [], ...lines] = cellsOf(text);
  return lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells, index) => {
      if (cells.slice(head.length).some((cell) => cell !== '')) {
        // Otherwise the end of a comment would be missing.
        throw new Error(
          `Row ${index + 1} has ${cells.length} cells, and the first line names ${head.length}. Put texts that contain the separator in quotes.`,
        );
      }
      // A name such as `__proto__` is a name like any other.
      const row: ImportRow = Object.create(null);
      for (const [index, name] of head.entries()) {
        const cell = cells[index];
        if (cell) assign(row, name.trim().split('.'), cell);
      }
      return row;
    });
}

function assign(row: ImportRow, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    row[name] = value;
    return;
  }
  const inner = isRow(row[name]) ? row[name] : Object.create(null);
  row[name] = inner;
  assign(inner, rest, value);
}

/**
 * Cells of CSV as RFC 4180 has it. Spreadsheets also separate by semicolons or tabs, and may name
 * the separator in a line of its own, `sep=;`.
 */
function cellsOf(all: string): string[][] {
  const [hint = '', named] = /^sep=(.)(?:\r\n?|\n)/.exec(all) ?? [];
  const text = all.slice(hint.length);
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => firstLine.split(separator).length;
  const separator = named ?? [',', ';', '\t'].reduce((most, each) => (count(each) > count(most) ? each : most));
  const mark = `\\u{${separator.charCodeAt(0).toString(16)}}`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|((?!")[^${mark}\\r\\n]*))(${mark}|\\r\\n?|\\n|$)`, 'uy');
  const lines: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error(`Line ${lines.length} of the file has a quote that is not closed.`);
    const [, quoted, plain = '', end = ''] = found;
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== separator && end !== '') lines.push([]);
  }
  return lines;
}
