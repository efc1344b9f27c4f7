import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { browserProcesses } from './support/browser-processes.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { type PageServer, page, type Site, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const DEADLINE_MS = 4_000;

let site: PageServer;
const names = Object.keys(HOSTILE_PAGES);
beforeAll(async () => {
  const pages = names.map((name, i): [string, Site[string]] => [`/${i}`, HOSTILE_PAGES[name]?.answer ?? '']);
  site = await servePages({
    ...Object.fromEntries(pages),
    '/ok': page('<div style="height:300px;background:green"></div>'),
    '/waits': page('<p>Text</p><script>fetch("/is-there")</script>'),
  });
});
afterAll(() => site.close());

/** Under `public`, the pages have a public name, behind which is our server. */
const policies = {
  open: () => ({ base: site.url, options: {} }),
  public: () => ({
    base: 'http://hostile.example',
    options: {
      lookup: async () => [{ address: '93.184.215.14', family: 4 as const }],
      connect: (): Promise<Socket> =>
        new Promise((resolve, reject) => {
          const socket = createConnection({ host: '127.0.0.1', port: site.port }, () => resolve(socket));
          socket.once('error', reject);
        }),
    },
  }),
};

describe.each(['open', 'public'] as const)('under NETWORK_POLICY=%s', (policy) => {
  let pool: BrowserPool;
  let base: string;
  beforeAll(async () => {
    const { options, ...of } = policies[policy]();
    base = of.base;
    pool = await testPool({ policy, deadlineMs: DEADLINE_MS, concurrency: 1, ...options });
    await pool.capture(captureOf(`${base}/ok`));
  });
  afterAll(() => pool.close());

  /** How the capture of a page ended, and after how long. */
  async function endOf(path: string, delay = 0): Promise<{ error: Error | undefined; ms: number }> {
    const started = performance.now();
    const error = await pool.capture(captureOf(base + path, { delay })).then(
      () => undefined,
      (reason: Error) => reason,
    );
    return { error, ms: performance.now() - started };
  }

  async function expectNextToWork(): Promise<void> {
    const { image } = await pool.capture(captureOf(`${base}/ok`));
    expect((await pixelsOf(image)).at(200, 150)).toBe('#008000');
  }

  test.each(names.map((name, i) => [name, i] as const))('%s ends in time, and the next works', async (name, i) => {
    const { error, ms } = await endOf(`/${i}`);
    expect(ms).toBeLessThan(DEADLINE_MS + 6_000);
    const end = error ? `${error.name}: ${error.message}` : 'picture';
    const isExpected = (HOSTILE_PAGES[name]?.ends ?? []).some((ends) =>
      ends === 'picture' ? end === ends : error?.name === 'CaptureFailure' && ends.test(error.message),
    );
    expect([isExpected, end]).toEqual([true, end]);
    await expectNextToWork();
  });

  test.each([
    ['renderer', 'CaptureFailure', /^The page crashed/],
    ['browser', 'BrowserFailure', /the browser/],
  ] as const)('a %s that is killed meanwhile ends its capture at once', async (type, name, message) => {
    site.requests.length = 0;
    const end = endOf('/waits', 3_000);
    await expect.poll(() => site.requests).toContain('/is-there');
    const pids = browserProcesses(type);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    // Not the deadline's error, which it would be if the end were not noticed.
    expect((await end).error).toMatchObject({ name, message: expect.stringMatching(message) });
    await expectNextToWork();
  });
});
