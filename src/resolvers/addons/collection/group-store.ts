import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { runWithQueryTimeout } from '../../../infrastructure/database/transaction.ts';
import type { CollectedBatch } from '../../../types/collection.ts';
import { countUsages, usageCtes, usageValues } from '../../platform/quotas/count-usage.ts';
import type { PlanContext } from '../../platform/quotas/plan-limit-reached.ts';
import { QUERY_TIMEOUT_MS } from '../../platform/sql/availability.ts';
import { columnsOf, storeCtes } from './batch-columns.ts';
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
/**
 * Stores a group, its usage and its merged daily counts in one statement, which is its own
 * transaction. Raises {@link GROUP_REJECTED} and stores nothing if the group includes a repeat, a
 * deleted project or more events than a plan allows. The usage comes after the batches, because
 * other transactions wait for its rows.
 */
const STORE_AT_ONCE = statement(
  'group-store/store-at-once',
  `WITH ${storeCtes()},
  ${usageCtes('(SELECT count(*) FROM kept) = cardinality($ids::uuid[])')}
  SELECT refuse_collected_group()
   WHERE (SELECT count(*) FROM kept) < cardinality($ids::uuid[])
      OR (SELECT count(*) FROM counted) < cardinality($organizationIds::uuid[])`,
  { prepared: true },
);

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
  const values = {
    ...columnsOf(sorted, mergeCounts(sorted)),
    ...usageValues(offering, 'events', countEventsByOrganization(batches)),
  };
  const hasStructures = batches.some(({ structure }) => structure);
  return runWithQueryTimeout(pool, QUERY_TIMEOUT_MS, async (sql) => {
    if (!hasStructures) return succeeds(STORE_AT_ONCE.run(sql, values));
    await sql.query('BEGIN');
    // First, so that the counting job always finds the structure that a batch refers to.
    await storeStructures(sql, batches);
    const isStored = await succeeds(STORE_AT_ONCE.run(sql, values));
    await sql.query(isStored ? 'COMMIT' : 'ROLLBACK');
    return isStored;
  });
}

async function succeeds(stored: Promise<unknown>): Promise<boolean> {
  try {
    await stored;
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === GROUP_REJECTED) return false;
    throw error;
  }
}
