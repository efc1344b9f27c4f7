/** Rows of an import, as an export of another tool has them. */
export type ImportRow = Record<string, unknown>;

/**
 * Reads the rows of a file: JSON with a list, at any depth of its envelope, or CSV with names in
 * its first line. A name with a dot, such as `author.name`, is a member of an object.
 *
 * @throws if there is no list
 */
export function readImport(text: string): ImportRow[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const rows = /^[[{]/.test(trimmed) ? listIn(JSON.parse(trimmed)) : readCsv(trimmed);
  if (!rows || rows.length === 0) throw new Error('The file has no list of comments.');
  return rows;
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
    .map((cells) => {
      const row: ImportRow = {};
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
  const inner = isRow(row[name]) ? row[name] : {};
  row[name] = inner;
  assign(inner, rest, value);
}

/** Cells of CSV as RFC 4180 has it; the separator is a comma, or a semicolon as of spreadsheets. */
function cellsOf(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1);
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
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
