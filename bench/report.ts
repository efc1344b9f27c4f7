/** One measured line. With a peer, the ratio is what counts. */
export interface Result {
  name: string;
  ours: number;
  peer?: number;
  unit: string;
  aim: string;
  note?: string;
}

/** Prints a table for people and one JSON line for programs. */
export function print(results: Result[]): void {
  const rows = results.map(({ name, ours, peer, unit, aim, note }) => [
    name,
    peer === undefined ? '' : (ours / peer).toFixed(2),
    `${shown(ours)} ${unit}`,
    peer === undefined ? '' : `${shown(peer)} ${unit}`,
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

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
