import type pg from 'pg';
import { type Queryable, runWithQueryTimeout } from '../../../infrastructure/database/transaction.ts';
import type { CollectedBatch } from '../../../types/collection.ts';
import { countUsages, usageCtes, usageValues } from '../../platform/quotas/count-usage.ts';
import type { PlanContext } from '../../platform/quotas/plan-limit-reached.ts';
import { QUERY_TIMEOUT_MS } from '../../platform/sql/availability.ts';
import { columnsOf, STORE_PARAMETER_COUNT, storeCtes } from './batch-columns.ts';
import { mergeCounts } from './merge-counts.ts';
import {
  countEventsByOrganization,
  isClockFarOff,
  type StoreResult,
  sortByDigest,
  storeBatches,
  storeStructures,
} from './store-batches.ts';

/** Time after a rejected group in which groups use the slower transaction, milliseconds. */
const FALLBACK_MS = 1_000;
/** Error code that `refuse_collected_group` raises. */
const GROUP_REJECTED = 'PB001';
/** Number of the first parameter of the usage values. */
const USAGE_PARAMETER = STORE_PARAMETER_COUNT + 1;

/**
 * Stores a group, its usage and its merged daily counts in one statement, which is its own
 * transaction. Raises {@link GROUP_REJECTED} and stores nothing if the group includes a repeat, a
 * deleted project or more events than a plan allows. The usage comes after the batches, because
 * other transactions wait for its rows.
 */
const STORE_AT_ONCE = `WITH ${storeCtes()},
  ${usageCtes(USAGE_PARAMETER, '(SELECT count(*) FROM kept) = cardinality($2::uuid[])')}
  SELECT refuse_collected_group()
   WHERE (SELECT count(*) FROM kept) < cardinality($2::uuid[])
      OR (SELECT count(*) FROM counted) < cardinality($${USAGE_PARAMETER}::uuid[])`;

const ALL_STORED: StoreResult = { orphaned: new Map(), overQuota: new Map() };

/**
 * Creates a function that stores groups of batches with one statement each. A rejected group, the
 * groups shortly after it and those with a far-off clock are stored in a slower transaction that
 * reports the rejected batches.
 */
export function createGroupStore(
  pool: pg.Pool,
  offering: PlanContext,
  now = Date.now,
): (batches: CollectedBatch[]) => Promise<StoreResult> {
  let fallbackUntil = 0;
  return async (batches) => {
    if (now() >= fallbackUntil && !batches.some(isClockFarOff)) {
      if (await storeAtOnce(pool, offering, batches)) return ALL_STORED;
      fallbackUntil = now() + FALLBACK_MS;
    }
    return storeBatches(pool, batches, (sql, events) => countUsages(sql, offering, 'events', events));
  };
}

/**
 * Stores all batches or none.
 *
 * @returns whether they were stored
 */
function storeAtOnce(pool: pg.Pool, offering: PlanContext, batches: CollectedBatch[]): Promise<boolean> {
  const sorted = sortByDigest(batches);
  const statement = {
    name: 'store-at-once',
    text: STORE_AT_ONCE,
    values: [
      ...columnsOf(sorted, mergeCounts(sorted)),
      ...usageValues(offering, 'events', countEventsByOrganization(batches)),
    ],
  };
  const hasStructures = batches.some(({ structure }) => structure);
  return runWithQueryTimeout(pool, QUERY_TIMEOUT_MS, async (sql) => {
    if (!hasStructures) return succeeds(sql, statement);
    await sql.query('BEGIN');
    // First, so that the counting job always finds the structure that a batch refers to.
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
    if ((error as { code?: unknown }).code === GROUP_REJECTED) return false;
    throw error;
  }
}
