/** Formats a table with names in the first column and numbers in the others. */
export function tableOf(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/**
 * Replaces the text between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws Error when the markers are missing
 */
export function replaceSection(text: string, name: string, section: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`section ${name} is missing; expected ${from} and ${to} around it`);
  return `${text.slice(0, start)}${from}\n\n${section}\n\n${text.slice(end)}`;
}
