import type pg from 'pg';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { withQueryTimeout } from '../../../../infrastructure/database/transaction.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { createTtlCache } from '../../../../lib/ttl-cache.ts';
import type { CollectedBatch, StorageQuota } from '../../../../types/collection.ts';
import { QUERY_TIMEOUT_MS } from '../../../platform/sql/availability.ts';

/**
 * New structures that a project may store per hour, bytes in the database, where JSON takes about a
 * quarter.
 */
const HOURLY_BYTES = 64 * MIB;
/** Changes of a project that may be pending, bytes. */
const PENDING_BYTES = 64 * MIB;
/** Minimum size of a row, bytes. */
const ROW_BYTES = 2_048;
/** Size of a structure's entry for each page that it was seen on. */
const SIGHTING_BYTES = 512;
/** SQL expression for the size of a row of page_structures. */
export const STORED_BYTES = `greatest(pg_column_size(content), ${ROW_BYTES})`;
/** Time for which the stored usage is cached, milliseconds. */
const CACHED_MS = 1_000;

const READ_USAGE = statement(
  'structure-quota/read-usage',
  `SELECT
    (SELECT coalesce(sum(${STORED_BYTES}), 0)::float8 FROM page_structures
      WHERE project_id = $projectId AND created_at > now() - interval '1 hour')
    + (SELECT ${SIGHTING_BYTES} * count(*)::float8 FROM page_sightings
        WHERE project_id = $projectId AND first_seen_at > now() - interval '1 hour') AS "stored!",
    (SELECT coalesce(sum(bytes), 0)::float8 FROM page_changes WHERE project_id = $projectId) AS "waiting!"`,
);

const IS_KNOWN = statement(
  'structure-quota/is-known',
  "SELECT FROM page_sightings WHERE project_id = $projectId AND page_id = md5($urlKey)::uuid AND hash = decode($hash, 'hex')",
);

interface Usage {
  stored: number;
  waiting: number;
}

/**
 * Limits the storage that third parties can fill with structures, which no plan counts. Until the
 * next lookup a process adds up its own usage.
 */
export function createStructureQuota(pool: pg.Pool): StorageQuota {
  const sql = withQueryTimeout(pool, QUERY_TIMEOUT_MS);
  const projects = createTtlCache<Usage>({
    ttlMs: CACHED_MS,
    max: 10_000,
    load: async (projectId) => (await READ_USAGE.first(sql, { projectId })) ?? { stored: 0, waiting: 0 },
  });

  function consume(usage: Usage, kind: keyof Usage, bytes: number, limit: number): boolean {
    if (bytes > 0 && usage[kind] + bytes > limit) return false;
    usage[kind] += bytes;
    return true;
  }

  return {
    async consumeFor({ projectId, urlKey, structure, changes }: CollectedBatch) {
      if (!structure && changes === null) return true;
      const usage = await projects.get(projectId);
      if (!structure) return consume(usage, 'waiting', changes?.length ?? 0, PENDING_BYTES);
      const bytes = Math.max(structure.content.length, ROW_BYTES) + SIGHTING_BYTES;
      if (consume(usage, 'stored', bytes, HOURLY_BYTES)) return true;
      // Another sighting of a known structure takes no space.
      return ((await IS_KNOWN.run(sql, { projectId, urlKey, hash: structure.hash })).rowCount ?? 0) > 0;
    },
    async consume(projectId, bytes) {
      return consume(await projects.get(projectId), 'stored', bytes, HOURLY_BYTES);
    },
  };
}
