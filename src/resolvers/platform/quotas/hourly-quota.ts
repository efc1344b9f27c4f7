import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withQueryTimeout } from '../../../infrastructure/database/transaction.ts';
import type { RateLimitStore } from '../../../infrastructure/rate-limit-store/rate-limit-store.ts';
import type { Logger } from '../../../infrastructure/telemetry/logger.ts';
import type { Metrics } from '../../../infrastructure/telemetry/metrics.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import type { HourlyQuota } from '../../../types/collection.ts';
import { QUERY_TIMEOUT_MS } from '../sql/availability.ts';

/** A single network may use at most a quarter of a quota that visitors share. */
export const NETWORK_SHARE = 1 / 4;
/** Time for which a quota lookup is cached, milliseconds. */
const LOOKUP_TTL_MS = 1_000;

/** Adds bytes to the current hour and returns its total. */
const ADD = statement(
  'hourly-quota/add',
  `INSERT INTO hourly_bytes AS h (project_id, kind, hour, bytes)
  SELECT id, $kind, floor(extract(epoch FROM now()) / ${HOUR_MS / 1_000}), $bytes::bigint FROM projects WHERE id = $projectId
  ON CONFLICT (project_id, kind) DO UPDATE
     SET hour = excluded.hour, bytes = excluded.bytes + CASE WHEN h.hour = excluded.hour THEN h.bytes ELSE 0 END
  RETURNING bytes::float8 AS "bytes!"`,
);

export interface HourlyQuotaOptions {
  pool: pg.Pool;
  calls: RateLimitStore;
  metrics: Metrics;
  logger: Pick<Logger, 'warn'>;
  /** Kind of data, for the table, the metric and the log. */
  kind: 'events' | 'annotations';
  /** Quota of one project per clock hour; 0 is unlimited. */
  maxBytes: number;
}

/**
 * Limits the bytes that visitors can store per project and hour. All processes add a project's
 * bytes up in the database, each with its own count until its next lookup; a network's bytes are
 * counted with the rate limits. A project that exceeds its quota is logged once an hour.
 */
export function createHourlyQuota({ pool, calls, metrics, logger, kind, maxBytes }: HourlyQuotaOptions): HourlyQuota {
  const sql = withQueryTimeout(pool, QUERY_TIMEOUT_MS);
  /** Bytes by project that are not yet added to the database. */
  const unreported = new Map<string, number>();
  const logged = { hour: 0, projects: new Set<string>() };

  async function lookUp(projectId: string): Promise<{ bytes: number }> {
    const bytes = unreported.get(projectId) ?? 0;
    unreported.delete(projectId);
    try {
      const row = await ADD.first(sql, { projectId, kind, bytes });
      return row ?? { bytes };
    } catch (error) {
      unreported.set(projectId, bytes + (unreported.get(projectId) ?? 0));
      throw error;
    }
  }
  const projects = createTtlCache({ ttlMs: LOOKUP_TTL_MS, max: 10_000, load: lookUp });

  function reportExceeded(reason: 'all' | 'network', projectId: string, network: string): void {
    metrics.visitorDataLeftOut.inc({ kind, reason });
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (logged.hour !== hour) {
      logged.hour = hour;
      logged.projects.clear();
    }
    if (logged.projects.has(projectId)) return;
    logged.projects.add(projectId);
    logger.warn({ projectId, kind, reason, maxBytes, network }, 'hourly quota of a project exceeded');
  }

  return {
    async consume(projectId, address, bytes) {
      if (maxBytes === 0) return undefined;
      const network = networkOf(address);
      // The network first: bytes beyond its share must not use up the others' quota.
      const own = await calls.increment(`hourly-${kind}:${projectId}:${network}`, HOUR_MS, bytes);
      if (own.count > maxBytes * NETWORK_SHARE) {
        reportExceeded('network', projectId, network);
        return own.remainingMs;
      }
      const taken = await projects.get(projectId);
      if (taken.bytes + bytes > maxBytes) {
        reportExceeded('all', projectId, network);
        return HOUR_MS - (Date.now() % HOUR_MS);
      }
      taken.bytes += bytes;
      unreported.set(projectId, (unreported.get(projectId) ?? 0) + bytes);
      return undefined;
    },
  };
}
