import type { NetworkPolicy } from '../outbound/address-policy.ts';
import { type ChosenBrowser, chooseBrowser } from './browser/browser-choice.ts';
import { removeLeftProfiles } from './browser/stale-profiles.ts';
import { BrowserSlot } from './browser-slot.ts';
import { BrowserFailure } from './capture-failure.ts';
import { CAPTURE_LIMITS, type Capture, type CaptureRequest } from './capture-request.ts';
import { readCaptureScripts } from './page/capture-scripts.ts';
import type { ProxyOptions } from './proxy/filtering-proxy.ts';

/** A browser without work goes after so long, milliseconds. */
const IDLE_MS = 5 * 60_000;
/** What is missing may be installed meanwhile: look again, at most this often, milliseconds. */
const LOOK_AGAIN_MS = 10_000;

export interface BrowserPoolOptions extends Partial<ProxyOptions> {
  chromiumPath?: string;
  /** Where the bundled browser is unpacked. */
  directory: string;
  /** Where the build puts client files. */
  assets: string;
  policy: NetworkPolicy;
  /** Captures at a time. */
  concurrency: number;
  /** Of one capture, whatever the page does, milliseconds. */
  deadlineMs: number;
  sandbox: boolean;
  capturesPerBrowser?: number;
}

export interface BrowserPool {
  /** Takes a picture as soon as a browser is free. @throws CaptureFailure, BrowserFailure, NoBrowser */
  capture(request: CaptureRequest): Promise<Capture>;
  /** Finds the browser, and unpacks it when it has to. @throws NoBrowser */
  choose(): Promise<ChosenBrowser>;
  isClosed(): boolean;
  /** Ends every browser; captures under way fail. */
  close(): Promise<void>;
}

/** Browsers that start with the first capture, and go when there is nothing to do. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const choose = remembered(() => chooseBrowser(options));
  const proxy = { maxBytes: CAPTURE_LIMITS.bytes, ...options };
  const slots: BrowserSlot[] = [];
  const free: BrowserSlot[] = [];
  const waiting: ((slot: BrowserSlot) => void)[] = [];
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let swept: Promise<void> | undefined;

  function start(): BrowserSlot {
    const scripts = readCaptureScripts(options.assets);
    const slot = new BrowserSlot({ capturesPerBrowser: 100, ...options, scripts, proxy, choose });
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
    choose,
    isClosed: () => closed,
    async capture(request) {
      swept ??= removeLeftProfiles();
      await swept;
      if (closed) throw new BrowserFailure('the browsers are closed');
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

/** A success is kept; a failure for a while. */
function remembered<T>(find: () => Promise<T>): () => Promise<T> {
  let last: { result: Promise<T>; failedAt?: number } | undefined;
  return () => {
    if (last?.failedAt !== undefined && last.failedAt < Date.now() - LOOK_AGAIN_MS) last = undefined;
    if (last) return last.result;
    const attempt: { result: Promise<T>; failedAt?: number } = { result: find() };
    attempt.result.catch(() => {
      attempt.failedAt = Date.now();
    });
    last = attempt;
    return attempt.result;
  };
}
