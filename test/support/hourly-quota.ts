import { HOUR_MS } from '../../src/lib/durations.ts';
import type { TestApp } from './test-app.ts';

/** What a test asks of one hour, it asks within a minute. */
const ENOUGH_MS = 60_000;

/** Waits for the next hour of the clock where this one is about to end. */
export async function startOfHour(): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, left));
}

/** As if visitors had made a project store so much within this hour. */
export const fillHour = ({ services }: TestApp, projectId: string, kind: string, bytes: number) =>
  services.pool.query(
    `INSERT INTO hourly_bytes (project_id, kind, hour, bytes) VALUES ($1, $2, floor(extract(epoch FROM now()) / 3600), $3)
     ON CONFLICT (project_id, kind) DO UPDATE SET hour = excluded.hour, bytes = excluded.bytes`,
    [projectId, kind, bytes],
  );
