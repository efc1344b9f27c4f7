import type pg from 'pg';
import { AppError, badInput } from '../../../errors.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';

/** Outcome of an import. */
export interface ImportResult {
  imported: number;
  skipped: number;
  failed: { index: number; message: string }[];
  /** In the order of the request; null unless the import is a dry run. */
  preview: PreviewedItem[] | null;
}

/** An item as it would be imported. */
export interface PreviewedItem {
  index: number;
  /** False for items that are skipped. */
  isNew: boolean;
  item: JsonObject;
}

/** Most items of a preview; the counts are of all. */
const MAX_PREVIEWED = 1_000;

/** A valid item with its index in the request. */
export interface ReadItem<T> {
  index: number;
  value: T;
}

export const emptyImportResult = (isDryRun: boolean): ImportResult => ({
  imported: 0,
  skipped: 0,
  failed: [],
  preview: isDryRun ? [] : null,
});

/** Adds an item to the preview of a dry run. */
export function recordPreview({ preview }: ImportResult, index: number, isNew: boolean, item: JsonObject): void {
  if (preview && preview.length < MAX_PREVIEWED) preview.push({ index, isNew, item });
}

/** Ends the transaction of a dry run. */
class DryRunEnd extends Error {}

/** Runs one batch in a transaction, which a dry run rolls back. */
export async function inImport(
  pool: pg.Pool,
  isDryRun: boolean,
  work: (sql: pg.PoolClient) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(pool, async (sql) => {
      await work(sql);
      if (isDryRun) throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
}

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
  options: {
    size: number;
    read: (item: JsonObject) => T;
    nameOf: (value: T) => string;
    show: (value: T) => JsonObject;
  },
  importBatch: (batch: ReadItem<T>[]) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  // The transaction of a dry run is rolled back, so that limits are checked for all items in one.
  const size = result.preview ? Math.max(items.length, 1) : options.size;
  for (let start = 0; start < items.length; start += size) {
    const read = readItems(result, items.slice(start, start + size), start, options.read);
    const fresh = withoutDuplicates(read, seen, options.nameOf);
    result.skipped += read.length - fresh.length;
    for (const { index, value } of read) {
      if (!fresh.some((item) => item.index === index)) recordPreview(result, index, false, options.show(value));
    }
    if (fresh.length > 0) await importBatch(fresh);
  }
  result.preview?.sort((a, b) => a.index - b.index);
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
