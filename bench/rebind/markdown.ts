/** A table whose first column holds names and the others numbers. */
export function tableOf(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/**
 * Replaces what stands between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws Error when the text has no such place.
 */
export function replacePart(text: string, name: string, part: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`there is no place for ${name}; expected ${from} and ${to} around it`);
  return `${text.slice(0, start)}${from}\n\n${part}\n\n${text.slice(end)}`;
}
