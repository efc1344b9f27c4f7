import type pg from 'pg';
import type { Config } from '../../../config/config.ts';
import type { CallCounter } from '../../../infrastructure/call-counter/call-counter.ts';
import type { Logger } from '../../../infrastructure/telemetry/logger.ts';
import type { Metrics } from '../../../infrastructure/telemetry/metrics.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { MIB } from '../../../lib/bytes.ts';
import { createTrigger } from '../../../lib/coalescing-runner.ts';
import { createGroupCommit } from '../../../lib/group-commit.ts';
import { createPolling } from '../../../lib/shared-poller.ts';
import { createShortCache } from '../../../lib/ttl-cache.ts';
import type { CollectedBatch, Collection } from '../../../types/collection.ts';
import { notStoredNow } from '../../collection/availability.ts';
import { createGroupStore } from '../../collection/group-store.ts';
import { createPlanGate } from '../../collection/plan-gate.ts';
import { isAway, isConflict } from '../../platform/sql/database-errors.ts';
import { createHourlyRoom } from '../../throttling/hourly-room.ts';
import { todaysActivity } from './activity.ts';
import { countBatches } from './count-batches.ts';
import { createPartitionKeeper } from './partitions.ts';
import { findCollectingProject } from './require-collecting-project.ts';
import { readTrails } from './session-timeline.ts';
import { createStructureRoom } from './structures/structure-quota.ts';

/** The most trails read with one statement. */
const TRAILS = 100;
/** How long what is stored waits for being counted, so that one counting takes many batches, milliseconds. */
const COUNTING_GATHER_MS = 500;
/** A row for which the day's partition is missing. */
const NO_PARTITION = '23514';

/** What one process collects with. */
export function createCollection(options: {
  config: Config;
  pool: pg.Pool;
  logger: Logger;
  calls: CallCounter;
  metrics: Metrics;
}): Collection {
  const { config, pool, logger } = options;
  const partitions = createPartitionKeeper(pool);
  const counting = createTrigger(
    () => countBatches(pool),
    (error) => logger.warn({ err: error }, 'collected batches were not counted; the job tries again'),
    { gatherMs: COUNTING_GATHER_MS },
  );

  const storeGroup = createGroupStore(pool, { services: { config } });
  const store = createPlanGate(async (batches) => {
    await partitions.ensure(batches.map(({ day }) => day));
    const stored = await storeGroup(batches);
    counting.nudge();
    return stored;
  });

  const batches = createGroupCommit<CollectedBatch>({
    gatherMs: 3,
    maxItems: 500,
    maxBytes: 4 * MIB,
    maxHeldBytes: 64 * MIB,
    parallel: 2,
    full: notStoredNow,
    mayBeOneItem: (error) => !isAway(error),
    async write(group) {
      try {
        return await store(group);
      } catch (error) {
        if ((error as { code?: unknown }).code === NO_PARTITION) partitions.forget();
        else if (!isConflict(error)) throw error;
        return store(group);
      }
    },
  });

  const activity = createPolling({
    everyMs: 1_000,
    load: (projectIds) => todaysActivity(pool, projectIds),
    onError: (error) => logger.warn({ err: error }, 'the activity of watched projects could not be read'),
  });

  return {
    projects: createShortCache({ ttlMs: 1_000, max: 10_000, load: (key) => findCollectingProject(pool, key) }),
    batches,
    eventRoom: createHourlyRoom({ ...options, kind: 'events', maxBytes: config.collectHourlyBytes }),
    structureRoom: createStructureRoom(pool),
    activity,
    nudgeCounting: counting.nudge,
    trail: createBatcher((queries) => readTrails(pool, queries), TRAILS),
    async close() {
      await batches.close();
      await counting.settled();
    },
  };
}
