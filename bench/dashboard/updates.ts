import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { CDPSession, Page } from 'puppeteer-core';
import type { IsolatedService } from '../isolated-service.ts';
import type { Result } from '../report.ts';
import { bearer } from '../scenario.ts';
import { openList, SAMPLES } from './tab.ts';

/** Updates while the browser still compiles code, and as many that must not add to the memory. */
const UPDATES = 1_000;
/** The statuses are counted again a second after the last update. */
const SETTLE_AFTER_UPDATES_MS = 3_000;
/** Updates sent at once. */
const AT_ONCE = 10;

interface Updated {
  service: IsolatedService;
  sql: pg.Client;
  projectId: string;
}

/** Changes comments that the list shows, as other members do. */
export async function measureUpdates(
  page: Page,
  list: string,
  { service, sql, projectId }: Updated,
): Promise<Result[]> {
  await openList(page, list);
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM annotations WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT 10',
    [projectId],
  );
  let sent = 0;
  const update = async (): Promise<void> => {
    const { id } = rows[sent % rows.length] ?? { id: '' };
    const content = `Update ${sent}`;
    sent += 1;
    const response = await fetch(`${service.ours.url}/annotations/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...bearer(service.token) },
      body: JSON.stringify({ content }),
    });
    if (!response.ok) throw new Error(`PATCH: ${response.status} ${await response.text()}`);
  };
  const updateMany = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, update));
    await page.waitForFunction((text) => document.body.innerText.includes(text), {}, `Update ${sent - 1}`);
  };
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await updateMany(UPDATES);
  await pause(SETTLE_AFTER_UPDATES_MS);
  const before = await usedHeap(session);
  const idle = await idleShare(session);
  const busy = await taskTime(session);
  const started = performance.now();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await update();
    await pause(100);
  }
  const spent = (await taskTime(session)) - busy - idle * (performance.now() - started);
  await updateMany(UPDATES);
  const after = await usedHeap(session);
  return [
    {
      name: 'live update, main thread',
      ours: spent / SAMPLES,
      unit: 'ms',
      aim: '≤ 16',
      note: `CPU time with style, layout and paint; ${SAMPLES} updates, one at a time`,
    },
    {
      name: `memory after ${UPDATES} more live updates`,
      ours: after,
      peer: before,
      unit: 'MB',
      aim: '≤ 1.1',
      note: `heap of JavaScript after collection; bare: after the first ${UPDATES}`,
    },
  ];
}

/** CPU time of all tasks of the page's main thread, ms. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** Part of the time that the main thread is busy without updates. */
async function idleShare(session: CDPSession): Promise<number> {
  const [busy, started] = [await taskTime(session), performance.now()];
  await pause(1_000);
  return ((await taskTime(session)) - busy) / (performance.now() - started);
}

/** JavaScript heap in use after a collection, MB. */
async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}
