import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import { browserProcesses } from './support/browser-processes.ts';
import { HOSTILE_PAGES, type HostilePage, LATE } from './support/hostile-pages.ts';
import { type PageServer, page, type Site, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

/**
 * Deadlines of captures, ms. Pages that never end wait for theirs; pages that must be captured have
 * time on a busy machine.
 */
const DEADLINES = { endless: 1_000, either: 2_000, captured: 30_000 };
/** Time to start a browser and to end a capture after its deadline on a busy machine, ms. */
const GRACE_MS = 100_000;
/** A busy machine may open no page in a short time; then it has not shown the page under test. */
const NOT_OPENED = /did not open a page/;
const ATTEMPTS = 60;
type Deadline = keyof typeof DEADLINES;

const deadlineOf = (outcomes: HostilePage['outcomes']): Deadline => {
  if (!outcomes.includes(LATE)) return 'captured';
  return outcomes.length === 1 ? 'endless' : 'either';
};

let site: PageServer;
const names = Object.keys(HOSTILE_PAGES);
beforeAll(async () => {
  const pages = names.map((name, i): [string, Site[string]] => [`/${i}`, HOSTILE_PAGES[name]?.response ?? '']);
  site = await servePages({
    ...Object.fromEntries(pages),
    '/ok': page('<div style="height:300px;background:green"></div>'),
    '/waits': page('<p>Text</p><script>fetch("/is-there")</script>'),
  });
});
afterAll(() => site.close());

/** Under `public`, the pages have a public name that is dialed to the test's server. */
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
  let pools: Record<Deadline, BrowserPool>;
  let base: string;
  beforeAll(async () => {
    const { options, ...of } = policies[policy]();
    base = of.base;
    const poolWith = (deadlineMs: number) => testPool({ policy, deadlineMs, concurrency: 1, ...options });
    const [endless, either, captured] = await Promise.all([
      poolWith(DEADLINES.endless),
      poolWith(DEADLINES.either),
      poolWith(DEADLINES.captured),
    ]);
    pools = { endless, either, captured };
  });
  afterAll(() => Promise.all(Object.values(pools).map((pool) => pool.close())));

  /** Captures a page and returns its error and duration. */
  async function endOf(pool: BrowserPool, path: string, delay = 0): Promise<{ error: Error | undefined; ms: number }> {
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const error = await pool.capture(captureOf(base + path, { delay })).then(
        () => undefined,
        (reason: Error) => reason,
      );
      const isPageShown = !NOT_OPENED.test(error?.message ?? '');
      if (isPageShown || attempt === ATTEMPTS) return { error, ms: performance.now() - started };
    }
  }

  /** Expects a capture to succeed; retries when a busy machine misses a short deadline. */
  async function expectNextToWork(pool: BrowserPool): Promise<void> {
    const capture = (attemptsLeft: number): Promise<Capture> =>
      pool.capture(captureOf(`${base}/ok`)).catch((error: Error) => {
        if (attemptsLeft > 0 && (LATE.test(error.message) || NOT_OPENED.test(error.message)))
          return capture(attemptsLeft - 1);
        throw error;
      });
    const { image } = await capture(ATTEMPTS);
    expect((await pixelsOf(image)).at(200, 150)).toBe('#008000');
  }

  test.each(names.map((name, i) => [name, i] as const))(
    '%s ends in time, and the next capture works',
    async (name, i) => {
      const outcomes = HOSTILE_PAGES[name]?.outcomes ?? [];
      const deadline = deadlineOf(outcomes);
      const { error, ms } = await endOf(pools[deadline], `/${i}`);
      expect(ms).toBeLessThan(DEADLINES[deadline] + GRACE_MS);
      const end = error ? `${error.name}: ${error.message}` : 'image';
      const isExpected = outcomes.some((expected) =>
        expected === 'image' ? end === expected : error?.name === 'CaptureError' && expected.test(error.message),
      );
      expect([isExpected, end]).toEqual([true, end]);
      await expectNextToWork(pools[deadline]);
    },
  );

  test.each([
    ['renderer', 'CaptureError', /^The page crashed/],
    ['browser', 'BrowserError', /the browser/],
  ] as const)('a %s that is killed ends its capture immediately', async (type, name, message) => {
    site.requests.length = 0;
    const end = endOf(pools.captured, '/waits', 3_000);
    await expect.poll(() => site.requests).toContain('/is-there');
    const pids = browserProcesses(type);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    // An undetected end would fail with the deadline's error instead.
    expect((await end).error).toMatchObject({ name, message: expect.stringMatching(message) });
    await expectNextToWork(pools.captured);
  });
});
