/** One line of the report. With a peer, the aim applies to the ratio. */
export interface Result {
  name: string;
  ours: number;
  peer?: number;
  unit: string;
  aim: string;
  note?: string;
}

/** Prints a table and one line of JSON. */
export function print(results: Result[]): void {
  const rows = results.map(({ name, ours, peer, unit, aim, note }) => [
    name,
    peer === undefined ? '' : (ours / peer).toFixed(2),
    `${format(ours)} ${unit}`,
    peer === undefined ? '' : `${format(peer)} ${unit}`,
    aim,
    note ?? '',
  ]);
  const table = [['', 'ratio', 'Pinbound', 'bare', 'aim', ''], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`${lines.join('\n')}\n\n${JSON.stringify(results)}\n`);
}

const format = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 0.1 ? 1 : 4);
