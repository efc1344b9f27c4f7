import type { LoadedColumn } from './use-columns.ts';

type Columns = readonly Pick<LoadedColumn, 'rows'>[];

/** Id of the card with the focus. */
export const focusedCard = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card;

/** Column, place in it and id of the card with the focus. */
export function placeOf(columns: Columns): { column: number; index: number; id: string } | undefined {
  const id = focusedCard();
  if (id === undefined) return undefined;
  const column = columns.findIndex(({ rows }) => rows.some((row) => row.id === id));
  const index = columns[column]?.rows.findIndex((row) => row.id === id) ?? -1;
  return index < 0 ? undefined : { column, index, id };
}

/** Id of the card beside the one with the focus; skips empty columns. Without one, the first. */
export function neighborOf(columns: Columns, columnStep: -1 | 0 | 1, rowStep: -1 | 0 | 1): string | undefined {
  const place = placeOf(columns);
  if (!place) return columns.find(({ rows }) => rows.length > 0)?.rows[0]?.id;
  if (columnStep === 0) return columns[place.column]?.rows[place.index + rowStep]?.id;
  for (let column = place.column + columnStep; columns[column]; column += columnStep) {
    const { rows } = columns[column] ?? { rows: [] };
    if (rows.length > 0) return rows[Math.min(place.index, rows.length - 1)]?.id;
  }
  return undefined;
}

export function focusCard(id: string): void {
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] a`)?.focus();
}
