import type pg from 'pg';
import type { CallCounter } from '../../infrastructure/call-counter/call-counter.ts';
import { impatient } from '../../infrastructure/database/transaction.ts';
import type { Logger } from '../../infrastructure/telemetry/logger.ts';
import type { Metrics } from '../../infrastructure/telemetry/metrics.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { networkOf } from '../../lib/network-of.ts';
import { createShortCache } from '../../lib/ttl-cache.ts';
import type { HourlyRoom } from '../../types/collection.ts';
import { ANSWER_WITHIN_MS } from '../collection/availability.ts';

/** Of a project's room, the part that one network may take: one stranger leaves the other visitors three quarters. */
const SHARE = 4;
/** For how long a look answers, milliseconds. */
const BELIEVED_MS = 1_000;

/** Adds to the hour and tells what it holds now. */
const ADD = `INSERT INTO hourly_bytes AS h (project_id, kind, hour, bytes)
  SELECT id, $2, floor(extract(epoch FROM now()) / ${HOUR_MS / 1_000}), $3::bigint FROM projects WHERE id = $1
  ON CONFLICT (project_id, kind) DO UPDATE
     SET hour = excluded.hour, bytes = excluded.bytes + CASE WHEN h.hour = excluded.hour THEN h.bytes ELSE 0 END
  RETURNING bytes::float8`;

export interface HourlyRoomOptions {
  pool: pg.Pool;
  calls: CallCounter;
  metrics: Metrics;
  logger: Pick<Logger, 'warn'>;
  /** What is stored, for the table, the metric and the log. */
  kind: 'events' | 'annotations';
  /** In an hour of the clock, of one project; 0 is no limit. */
  maxBytes: number;
}

/**
 * Bounds what strangers can fill the storage with: all processes together count a project's bytes in the database, each by itself until
 * its next look, and those of a network where calls are counted. Of what finds no room the log tells once an hour.
 */
export function createHourlyRoom({ pool, calls, metrics, logger, kind, maxBytes }: HourlyRoomOptions): HourlyRoom {
  const sql = impatient(pool, ANSWER_WITHIN_MS);
  /** By project: taken, and not in the database yet. */
  const untold = new Map<string, number>();
  const told = { hour: 0, projects: new Set<string>() };

  async function look(projectId: string): Promise<{ bytes: number }> {
    const bytes = untold.get(projectId) ?? 0;
    untold.delete(projectId);
    try {
      const { rows } = await sql.query<{ bytes: number }>(ADD, [projectId, kind, bytes]);
      return rows[0] ?? { bytes };
    } catch (error) {
      untold.set(projectId, bytes + (untold.get(projectId) ?? 0));
      throw error;
    }
  }
  const projects = createShortCache({ ttlMs: BELIEVED_MS, max: 10_000, load: look });

  function tell(reason: 'all' | 'network', projectId: string, network: string): void {
    metrics.roomLeftOut.inc({ kind, reason });
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (told.hour !== hour) {
      told.hour = hour;
      told.projects.clear();
    }
    if (told.projects.has(projectId)) return;
    told.projects.add(projectId);
    logger.warn(
      { projectId, kind, reason, maxBytes, network },
      'visitors of a project have sent more than it stores within an hour, or one network more than a quarter of that',
    );
  }

  return {
    async take(projectId, address, bytes) {
      if (maxBytes === 0) return undefined;
      const network = networkOf(address);
      // First the network: what is beyond its part takes nothing of the others'.
      const own = await calls.count(`hourly-${kind}:${projectId}:${network}`, HOUR_MS, bytes);
      if (own.calls > maxBytes / SHARE) {
        tell('network', projectId, network);
        return own.resetAt;
      }
      const taken = await projects.get(projectId);
      if (taken.bytes + bytes > maxBytes) {
        tell('all', projectId, network);
        return (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS;
      }
      taken.bytes += bytes;
      untold.set(projectId, (untold.get(projectId) ?? 0) + bytes);
      return undefined;
    },
  };
}
