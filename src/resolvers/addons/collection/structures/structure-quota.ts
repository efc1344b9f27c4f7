import type pg from 'pg';
import { impatient } from '../../../../infrastructure/database/transaction.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { createShortCache } from '../../../../lib/ttl-cache.ts';
import type { CollectedBatch, StructureRoom } from '../../../../types/collection.ts';
import { ANSWER_WITHIN_MS } from '../../../collection/availability.ts';

/** New structures that a project stores in an hour, bytes as the database keeps them: JSON takes about a quarter there. */
const HOURLY_BYTES = 64 * MIB;
/** Changes of a project that wait for being merged, bytes. */
const WAITING_BYTES = 64 * MIB;
/** What a row takes at least. */
const ROW_BYTES = 2_048;
/** What a structure takes on each page that it is seen on. */
const SIGHTING_BYTES = 512;
/** In SQL, of a row of page_structures. */
export const STORED_BYTES = `greatest(pg_column_size(content), ${ROW_BYTES})`;
/** For how long a look answers, milliseconds. */
const BELIEVED_MS = 1_000;

const LOOK = `SELECT
    (SELECT coalesce(sum(${STORED_BYTES}), 0)::float8 FROM page_structures
      WHERE project_id = $1 AND created_at > now() - interval '1 hour')
    + (SELECT ${SIGHTING_BYTES} * count(*)::float8 FROM page_sightings
        WHERE project_id = $1 AND first_seen_at > now() - interval '1 hour') AS stored,
    (SELECT coalesce(sum(bytes), 0)::float8 FROM page_changes WHERE project_id = $1) AS waiting`;

const IS_KNOWN =
  "SELECT FROM page_sightings WHERE project_id = $1 AND page_id = md5($2)::uuid AND hash = decode($3, 'hex')";

interface Taken {
  stored: number;
  waiting: number;
}

/** Bounds what strangers can fill the storage with: structures cost no plan. Until its next look a process counts by itself. */
export function createStructureRoom(pool: pg.Pool): StructureRoom {
  const sql = impatient(pool, ANSWER_WITHIN_MS);
  const projects = createShortCache<Taken>({
    ttlMs: BELIEVED_MS,
    max: 10_000,
    load: async (projectId) => (await sql.query<Taken>(LOOK, [projectId])).rows[0] ?? { stored: 0, waiting: 0 },
  });

  function take(taken: Taken, kind: keyof Taken, bytes: number, limit: number): boolean {
    if (bytes > 0 && taken[kind] + bytes > limit) return false;
    taken[kind] += bytes;
    return true;
  }

  return {
    async takeFor({ projectId, urlKey, structure, changes }: CollectedBatch) {
      if (!structure && changes === null) return true;
      const taken = await projects.get(projectId);
      if (!structure) return take(taken, 'waiting', changes?.length ?? 0, WAITING_BYTES);
      const bytes = Math.max(structure.content.length, ROW_BYTES) + SIGHTING_BYTES;
      if (take(taken, 'stored', bytes, HOURLY_BYTES)) return true;
      // Seen by one visitor more, it takes no more.
      return ((await sql.query(IS_KNOWN, [projectId, urlKey, structure.hash])).rowCount ?? 0) > 0;
    },
    async take(projectId, bytes) {
      return take(await projects.get(projectId), 'stored', bytes, HOURLY_BYTES);
    },
  };
}
