import type pg from 'pg';
import { onImpatientConnection, type Queryable } from '../../infrastructure/database/transaction.ts';
import type { CollectedBatch } from '../../types/collection.ts';
import { columnsOf, STORE_PARAMETERS, storeParts } from '../addons/collection/batch-columns.ts';
import { countsTogether } from '../addons/collection/merge-counts.ts';
import {
  eventsOf,
  inOrder,
  isBatchFarOff,
  type Stored,
  storeBatches,
  storeStructures,
} from '../addons/collection/store-batches.ts';
import { countUsages, usageParts, usageValues } from '../platform/quotas/count-usage.ts';
import type { Offering } from '../platform/quotas/plan-limit-reached.ts';
import { ANSWER_WITHIN_MS } from './availability.ts';

/** How long a group that could not be stored at once speaks for the next ones, milliseconds: its attempt was for nothing. */
const CAREFUL_MS = 1_000;
/** What `refuse_collected_group` throws. */
const REFUSED = 'PB001';
/** Where the organizations of the usage stand. */
const USAGE = STORE_PARAMETERS + 1;

/**
 * A group that is new as a whole, and for which the plans have room: stored, counted for the plans and, page by page, for the days,
 * with one statement that is its own transaction. Otherwise it fails, and nothing is stored. The usage comes after the batches: its rows are waited for.
 */
const STORE_AT_ONCE = `WITH ${storeParts()},
  ${usageParts(USAGE, '(SELECT count(*) FROM kept) = cardinality($2::uuid[])')}
  SELECT refuse_collected_group()
   WHERE (SELECT count(*) FROM kept) < cardinality($2::uuid[])
      OR (SELECT count(*) FROM counted) < cardinality($${USAGE}::uuid[])`;

const ALL: Stored = { gone: new Map(), full: new Map() };

/**
 * Stores groups of batches, hoping that nothing in them is a repeat, of a project that is gone or too much for a plan; else,
 * and for a moment after, one by one. So are those with a clock that is far off.
 */
export function createGroupStore(
  pool: pg.Pool,
  offering: Offering,
  now = Date.now,
): (batches: CollectedBatch[]) => Promise<Stored> {
  let carefulUntil = 0;
  return async (batches) => {
    if (now() >= carefulUntil && !batches.some(isBatchFarOff)) {
      if (await storeAtOnce(pool, offering, batches)) return ALL;
      carefulUntil = now() + CAREFUL_MS;
    }
    return storeBatches(pool, batches, (sql, events) => countUsages(sql, offering, 'events', events));
  };
}

/** @returns whether they were stored: all, or none */
function storeAtOnce(pool: pg.Pool, offering: Offering, batches: CollectedBatch[]): Promise<boolean> {
  const sorted = inOrder(batches);
  const statement = {
    name: 'store-at-once',
    text: STORE_AT_ONCE,
    values: [...columnsOf(sorted, countsTogether(sorted)), ...usageValues(offering, 'events', eventsOf(batches))],
  };
  const hasStructures = batches.some(({ structure }) => structure);
  return onImpatientConnection(pool, ANSWER_WITHIN_MS, async (sql) => {
    if (!hasStructures) return succeeds(sql, statement);
    await sql.query('BEGIN');
    // First, so that whatever is counted finds the structure that it names.
    await storeStructures(sql, batches);
    const isStored = await succeeds(sql, statement);
    await sql.query(isStored ? 'COMMIT' : 'ROLLBACK');
    return isStored;
  });
}

async function succeeds(sql: Queryable, statement: pg.QueryConfig): Promise<boolean> {
  try {
    await sql.query(statement);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === REFUSED) return false;
    throw error;
  }
}
