import { AppError, badInput } from '../../../errors.ts';
import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';

/** Outcome of an import. */
export interface ImportResult {
  imported: number;
  skipped: number;
  failed: { index: number; message: string }[];
}

/** A valid item with its index in the request. */
export interface ReadItem<T> {
  index: number;
  value: T;
}

export const emptyImportResult = (): ImportResult => ({ imported: 0, skipped: 0, failed: [] });

/**
 * Records a client error of an item.
 *
 * @throws any other error
 */
export function recordFailure(result: ImportResult, index: number, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  result.failed.push({ index, message: error.message });
}

/**
 * Validates items and passes them on in batches. Records invalid items, skips those whose name
 * occurred before, and passes no empty batch.
 */
export async function importInBatches<T>(
  result: ImportResult,
  items: unknown[],
  options: { size: number; read: (item: JsonObject) => T; nameOf: (value: T) => string },
  importBatch: (batch: ReadItem<T>[]) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  for (let start = 0; start < items.length; start += options.size) {
    const read = readItems(result, items.slice(start, start + options.size), start, options.read);
    const fresh = withoutDuplicates(read, seen, options.nameOf);
    result.skipped += read.length - fresh.length;
    if (fresh.length > 0) await importBatch(fresh);
  }
}

/**
 * Validates items; records the failures.
 *
 * @param start index of the first item
 * @returns the valid items
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
      recordFailure(result, start + i, error);
      return [];
    }
  });
}

/** Removes items whose name occurred before. */
export const withoutDuplicates = <T>(
  items: ReadItem<T>[],
  seen: Set<string>,
  nameOf: (value: T) => string,
): ReadItem<T>[] => items.filter(({ value }) => !seen.has(nameOf(value)) && seen.add(nameOf(value)));
