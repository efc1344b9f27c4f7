import { AppError, badInput } from '../../../errors.ts';
import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';

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
 * Reads items batch by batch and hands each batch on; what is wrong with an item is noted, and one whose name has turned up
 * before is skipped. A batch that has nothing left is not handed on.
 */
export async function inBatches<T>(
  result: ImportResult,
  items: unknown[],
  options: { size: number; read: (item: JsonObject) => T; nameOf: (value: T) => string },
  take: (batch: ReadItem<T>[]) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  for (let start = 0; start < items.length; start += options.size) {
    const read = readItems(result, items.slice(start, start + options.size), start, options.read);
    const fresh = firstOfEach(read, seen, options.nameOf);
    result.skipped += read.length - fresh.length;
    if (fresh.length > 0) await take(fresh);
  }
}

/**
 * The items that can be read; what is wrong with the others is noted.
 * @param start place of the first item
 */
export function readItems<T>(
  result: ImportResult,
  items: unknown[],
  start: number,
  read: (item: JsonObject) => T,
): ReadItem<T>[] {
  return items.flatMap((item, i) => {
    try {
      if (!isJsonObject(item)) throw badInput('must be a JSON object');
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
