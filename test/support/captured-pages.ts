import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { CaptureRequest } from '../../src/infrastructure/capture/capture-request.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { type ComparisonResult, runTask } from '../../src/infrastructure/comparison/task.ts';
import { type PageServer, type Site, servePages } from '../snapshots/support/pages.ts';
import { captureOf, testPool } from '../snapshots/support/pool.ts';

type Capture = Awaited<ReturnType<BrowserPool['capture']>>;

/** Website on a loopback port, and browsers that capture its pages. */
export interface CapturedPages {
  /** Serves HTML at the path and returns its address. */
  publish(path: string, html: string): string;
  /** Serves HTML at the path and captures it, by default the full page. */
  captureHtml(path: string, html: string, options?: Partial<CaptureRequest>): Promise<Capture>;
  /** Captures HTML as `captureHtml` does, once in the file for equal HTML and options. */
  captureOnce(html: string, options?: Partial<CaptureRequest>): Promise<Capture>;
  /** Captures an address. */
  readonly capture: BrowserPool['capture'];
}

/**
 * Starts a page server and a browser pool for the tests of a file, and closes them after the tests.
 * The result is usable in hooks and tests.
 */
export function useCapturedPages(): CapturedPages {
  const site: Site = {};
  let server: PageServer;
  let pool: BrowserPool;
  beforeAll(async () => {
    server = await servePages(site);
    pool = await testPool();
  });
  afterAll(async () => {
    await pool.close();
    await server.close();
  });
  const publish = (path: string, html: string) => {
    site[path] = html;
    return `${server.url}${path}`;
  };
  const captureHtml: CapturedPages['captureHtml'] = (path, html, options) =>
    pool.capture(captureOf(publish(path, html), { fullPage: true, ...options }));
  const captures = new Map<string, Promise<Capture>>();
  return {
    publish,
    captureHtml,
    captureOnce(html, options) {
      const path = `/${createHash('sha256').update(html).digest('hex')}`;
      const key = `${path} ${JSON.stringify(options)}`;
      const capture = captures.get(key) ?? captureHtml(path, html, options);
      captures.set(key, capture);
      // A case that is repeated captures again.
      capture.catch(() => captures.delete(key));
      return capture;
    },
    capture: (...request) => pool.capture(...request),
  };
}

/** Compares two captures with the service's default options. */
export async function compareCaptures(before: Capture, after: Capture): Promise<ComparisonResult> {
  const stored = async ({ image, record }: Capture) => ({
    image,
    tileHashes: undefined,
    record: await packRecord(record),
  });
  const [baseline, comparison] = [await stored(before), await stored(after)];
  const options = { threshold: 0.1, alignRows: true, ignore: [] };
  return (await runTask({ kind: 'compare', baseline, comparison, options })) as ComparisonResult;
}
