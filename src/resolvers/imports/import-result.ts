import { AppError } from '../../errors.ts';

/** What became of the items of an import. */
export interface ImportResult {
  imported: number;
  skipped: number;
  failed: { index: number; message: string }[];
}

/** An item that could be read, with its place in the list that was sent. */
export interface ReadItem<T> {
  index: number;
  value: T;
}

export const newImportResult = (): ImportResult => ({ imported: 0, skipped: 0, failed: [] });

/** Notes what is wrong with an item. @throws what is not about the item */
export function noteFailure(result: ImportResult, index: number, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  result.failed.push({ index, message: error.message });
}

/**
 * The items that can be read; what is wrong with the others is noted.
 * @param start place of the first item
 */
export function readItems<I, T>(result: ImportResult, items: I[], start: number, read: (item: I) => T): ReadItem<T>[] {
  return items.flatMap((item, i) => {
    try {
      return [{ index: start + i, value: read(item) }];
    } catch (error) {
      noteFailure(result, start + i, error);
      return [];
    }
  });
}

/** The items whose name has not turned up before. */
export const firstOfEach = <T>(items: ReadItem<T>[], seen: Set<string>, nameOf: (value: T) => string): ReadItem<T>[] =>
  items.filter(({ value }) => !seen.has(nameOf(value)) && seen.add(nameOf(value)));
