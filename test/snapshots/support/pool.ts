import { resolve } from 'node:path';
import {
  type BrowserPool,
  type BrowserPoolOptions,
  createBrowserPool,
} from '../../../src/infrastructure/capture/browser-pool.ts';
import type { CaptureRequest } from '../../../src/infrastructure/capture/capture-request.ts';
import { sharedBrowser } from '../../support/browser.ts';

/** The options of the service's browser pool. */
export const poolOptions = async (): Promise<BrowserPoolOptions> => ({
  ...(process.env.CHROMIUM_PATH && { chromiumPath: process.env.CHROMIUM_PATH }),
  directory: await sharedBrowser(),
  assets: resolve('dist/clients'),
  policy: 'open',
  concurrency: 2,
  deadlineMs: 20_000,
  sandbox: process.getuid?.() !== 0,
});

/** Creates a browser pool with the service's options. */
export const testPool = async (options: Partial<BrowserPoolOptions> = {}): Promise<BrowserPool> =>
  createBrowserPool({ ...(await poolOptions()), ...options });

/** Returns a capture request with the tests' defaults: a small viewport and no options. */
export const captureOf = (url: string, options: Partial<CaptureRequest> = {}): CaptureRequest => ({
  url,
  viewport: { width: 400, height: 300, deviceScaleFactor: 1 },
  fullPage: false,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  freeze: false,
  hideWebdriver: false,
  pins: [],
  ...options,
});
