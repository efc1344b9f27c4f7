import type pg from 'pg';
import type { Config } from '../../../config/config.ts';
import type { RateLimitStore } from '../../../infrastructure/rate-limit-store/rate-limit-store.ts';
import type { Logger } from '../../../infrastructure/telemetry/logger.ts';
import type { Metrics } from '../../../infrastructure/telemetry/metrics.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { MIB } from '../../../lib/bytes.ts';
import { createCoalescingRunner } from '../../../lib/coalescing-runner.ts';
import { createGroupCommit } from '../../../lib/group-commit.ts';
import { createSharedPoller } from '../../../lib/shared-poller.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import type { CollectedBatch, Collection } from '../../../types/collection.ts';
import { createHourlyQuota } from '../../platform/quotas/hourly-quota.ts';
import { storageUnavailable } from '../../platform/sql/availability.ts';
import { isConnectionError, isSerializationFailure } from '../../platform/sql/database-errors.ts';
import { todaysActivity } from './activity.ts';
import { countBatches } from './count-batches.ts';
import { createGroupStore } from './group-store.ts';
import { createPartitionKeeper } from './partitions.ts';
import { createPlanGate } from './plan-gate.ts';
import { findCollectingProject } from './require-collecting-project.ts';
import { readTimelines } from './session-timeline.ts';
import { createStructureQuota } from './structures/structure-quota.ts';

/** Maximum number of timelines read with one statement. */
const TIMELINE_BATCH = 100;
/** Delay that lets one counting run cover many batches, milliseconds. */
const COUNTING_DELAY_MS = 500;
/** PostgreSQL's code for a row without a partition. */
const MISSING_PARTITION = '23514';

/** Creates the services that one process collects with. */
export function createCollection(options: {
  config: Config;
  pool: pg.Pool;
  logger: Logger;
  calls: RateLimitStore;
  metrics: Metrics;
}): Collection {
  const { config, pool, logger } = options;
  const partitions = createPartitionKeeper(pool);
  const counting = createCoalescingRunner(
    () => countBatches(pool),
    (error) => logger.warn({ err: error }, 'counting of collected batches failed; retry scheduled'),
    { gatherMs: COUNTING_DELAY_MS },
  );

  const storeGroup = createGroupStore(pool, { services: { config } });
  const store = createPlanGate(async (batches) => {
    await partitions.ensure(batches.map(({ day }) => day));
    const stored = await storeGroup(batches);
    counting.request();
    return stored;
  });

  const batches = createGroupCommit<CollectedBatch>({
    gatherMs: 3,
    maxItems: 500,
    maxBytes: 4 * MIB,
    maxPendingBytes: 64 * MIB,
    parallel: 2,
    fullError: storageUnavailable,
    isItemFault: (error) => !isConnectionError(error),
    async write(group) {
      try {
        return await store(group);
      } catch (error) {
        if ((error as { code?: unknown }).code === MISSING_PARTITION) partitions.forget();
        else if (!isSerializationFailure(error)) throw error;
        return store(group);
      }
    },
  });

  const activity = createSharedPoller({
    everyMs: 1_000,
    load: (projectIds) => todaysActivity(pool, projectIds),
    onError: (error) => logger.warn({ err: error }, 'reading activity of watched projects failed'),
  });

  return {
    projects: createTtlCache({ ttlMs: 1_000, max: 10_000, load: (key) => findCollectingProject(pool, key) }),
    batches,
    eventQuota: createHourlyQuota({ ...options, kind: 'events', maxBytes: config.collectHourlyBytes }),
    structureQuota: createStructureQuota(pool),
    activity,
    wakeCounting: counting.request,
    sessionTimeline: createBatcher((queries) => readTimelines(pool, queries), TIMELINE_BATCH),
    async close() {
      await batches.close();
      await counting.flush();
    },
  };
}
