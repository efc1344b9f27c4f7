import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { BrowserSlot } from '../../src/infrastructure/capture/browser-slot.ts';
import { readCaptureScripts } from '../../src/infrastructure/capture/page/capture-scripts.ts';
import { sharedBrowser } from '../support/browser.ts';
import { browserProcesses } from './support/browser-processes.ts';
import { page, servePages } from './support/pages.ts';
import { captureOf } from './support/pool.ts';

const DEADLINE_MS = 60_000;
/** Applies to the frozen browser only; a busy machine takes seconds for a capture. */
const FROZEN_DEADLINE_MS = 3_000;

test('a browser that freezes while it opens the next page is given up after the capture deadline', async () => {
  const site = await servePages({ '/': page('<h1>There</h1>') });
  const chosen = await selectBrowser({ chromiumPath: process.env.CHROMIUM_PATH, directory: await sharedBrowser() });
  let prepared = 0;
  let deadlineMs = DEADLINE_MS;
  const slot = new BrowserSlot({
    scripts: readCaptureScripts(resolve('dist/clients')),
    sandbox: process.getuid?.() !== 0,
    get deadlineMs() {
      return deadlineMs;
    },
    capturesPerBrowser: 100,
    select: async () => chosen,
    // Read once per page; the second page is prepared for the next capture.
    get proxy() {
      prepared += 1;
      if (prepared === 2) for (const pid of browserProcesses('browser')) process.kill(pid, 'SIGSTOP');
      return { policy: 'open' as const, maxBytes: 1e8 };
    },
  });
  await slot.capture(captureOf(site.url));
  await slot.released();
  expect(prepared).toBe(2);
  deadlineMs = FROZEN_DEADLINE_MS;
  await expect(slot.capture(captureOf(site.url))).rejects.toMatchObject({
    name: 'BrowserError',
    message: 'the browser did not open a page',
    // Puppeteer itself would wait 10 seconds longer, and report another cause.
    cause: { message: 'the page was not ready in time' },
  });
  deadlineMs = DEADLINE_MS;
  await slot.released();
  await slot.capture(captureOf(site.url));
  await slot.close();
  expect(browserProcesses('browser')).toEqual([]);
  await site.close();
});
