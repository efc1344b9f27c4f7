import type { NetworkPolicy } from '../outbound/address-policy.ts';
import { type SelectedBrowser, selectBrowser } from './browser/browser-choice.ts';
import { removeStaleProfiles } from './browser/stale-profiles.ts';
import { BrowserSlot } from './browser-slot.ts';
import { BrowserError } from './capture-errors.ts';
import { CAPTURE_LIMITS, type Capture, type CaptureRequest } from './capture-request.ts';
import { readCaptureScripts } from './page/capture-scripts.ts';
import type { ProxyOptions } from './proxy/filtering-proxy.ts';

/** An idle browser is closed after this time, ms. */
const IDLE_MS = 5 * 60_000;
/** Minimum interval between two searches for a browser, ms: one may be installed meanwhile. */
const RETRY_AFTER_MS = 10_000;

export interface BrowserPoolOptions extends Partial<ProxyOptions> {
  chromiumPath?: string;
  /** Directory the bundled browser is unpacked to. */
  directory: string;
  /** Directory the build writes client files to. */
  assets: string;
  policy: NetworkPolicy;
  /** Concurrent captures. */
  concurrency: number;
  /** Hard limit of one capture, ms. */
  deadlineMs: number;
  sandbox: boolean;
  capturesPerBrowser?: number;
}

export interface BrowserPool {
  /**
   * Captures a page as soon as a browser is free.
   * @throws CaptureError, BrowserError, BrowserNotFound
   */
  capture(request: CaptureRequest): Promise<Capture>;
  /**
   * Finds the browser; unpacks the bundled one if needed.
   * @throws BrowserNotFound
   */
  select(): Promise<SelectedBrowser>;
  isClosed(): boolean;
  /** Closes all browsers; running captures fail. */
  close(): Promise<void>;
}

/** Creates a pool whose browsers start with the first capture and close when idle. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const select = memoizeWithRetry(() => selectBrowser(options));
  const proxy = { maxBytes: CAPTURE_LIMITS.bytes, ...options };
  const slots: BrowserSlot[] = [];
  const free: BrowserSlot[] = [];
  const waiting: ((slot: BrowserSlot) => void)[] = [];
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let swept: Promise<void> | undefined;

  function start(): BrowserSlot {
    const scripts = readCaptureScripts(options.assets);
    const slot = new BrowserSlot({ capturesPerBrowser: 100, ...options, scripts, proxy, select });
    slots.push(slot);
    return slot;
  }

  async function take(): Promise<BrowserSlot> {
    clearTimeout(idle);
    const slot = free.pop() ?? (slots.length < options.concurrency ? start() : undefined);
    return slot ?? new Promise((resolve) => waiting.push(resolve));
  }

  function give(slot: BrowserSlot): void {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
    if (free.length < slots.length) return;
    clearTimeout(idle);
    idle = setTimeout(() => void Promise.all(slots.map((each) => each.rest())), IDLE_MS).unref();
  }

  return {
    select,
    isClosed: () => closed,
    async capture(request) {
      swept ??= removeStaleProfiles();
      await swept;
      if (closed) throw new BrowserError('the browser pool is closed');
      const slot = await take();
      try {
        return await slot.capture(request);
      } finally {
        void slot.released().then(() => give(slot));
      }
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** Caches a success forever and a failure for RETRY_AFTER_MS. */
function memoizeWithRetry<T>(find: () => Promise<T>): () => Promise<T> {
  let last: { result: Promise<T>; failedAt?: number } | undefined;
  return () => {
    if (last?.failedAt !== undefined && last.failedAt < Date.now() - RETRY_AFTER_MS) last = undefined;
    if (last) return last.result;
    const attempt: { result: Promise<T>; failedAt?: number } = { result: find() };
    attempt.result.catch(() => {
      attempt.failedAt = Date.now();
    });
    last = attempt;
    return attempt.result;
  };
}
