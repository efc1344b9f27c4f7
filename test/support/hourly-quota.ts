import { HOUR_MS } from '../../src/lib/durations.ts';
import type { TestApp } from './test-app.ts';

/** Time that a test needs within one hour of the clock. */
const REQUIRED_MS = 60_000;

/** Waits for the next hour of the clock if the current one is about to end. */
export async function waitForStableHour(): Promise<void> {
  const remaining = HOUR_MS - (Date.now() % HOUR_MS);
  if (remaining < REQUIRED_MS) await new Promise((resolve) => setTimeout(resolve, remaining));
}

/** Records that visitors made a project store this many bytes within the current hour. */
export const setHourlyUsage = ({ services }: TestApp, projectId: string, kind: string, bytes: number) =>
  services.pool.query(
    `INSERT INTO hourly_bytes (project_id, kind, hour, bytes) VALUES ($1, $2, floor(extract(epoch FROM now()) / 3600), $3)
     ON CONFLICT (project_id, kind) DO UPDATE SET hour = excluded.hour, bytes = excluded.bytes`,
    [projectId, kind, bytes],
  );
