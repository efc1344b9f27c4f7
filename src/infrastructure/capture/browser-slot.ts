import { withDeadline } from '../../lib/deadline.ts';
import type { ChosenBrowser } from './browser/browser-choice.ts';
import { type BrowserProcess, startBrowser } from './browser/browser-process.ts';
import { BrowserFailure, CaptureFailure } from './capture-failure.ts';
import type { Capture, CaptureRequest } from './capture-request.ts';
import { capturePage } from './page/capture-page.ts';
import type { CaptureScripts } from './page/capture-scripts.ts';
import { type PreparedPage, preparePage } from './page/prepared-page.ts';
import type { ProxyOptions } from './proxy/filtering-proxy.ts';
import { messageTooLong, withLimits } from './with-limits.ts';

export interface SlotOptions {
  scripts: CaptureScripts;
  proxy: ProxyOptions;
  sandbox: boolean;
  /** Of a capture, whatever the page does, milliseconds. */
  deadlineMs: number;
  /** After so many captures a browser makes room for a fresh one. */
  capturesPerBrowser: number;
  choose(): Promise<ChosenBrowser>;
}

/** A page gets this share of the deadline to load. */
const LOADING_SHARE = 0.5;
/** And this share until nothing more of it is waited for. */
const SETTLING_SHARE = 0.75;
/** A page that is not gone by then takes its browser along, milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

/** One browser at a time, taking one picture at a time: a page that has to be killed harms no other. */
export class BrowserSlot {
  private process: BrowserProcess | undefined;
  private starting: Promise<BrowserProcess> | undefined;
  private closed = false;
  private spare: Promise<PreparedPage | undefined> | undefined;
  private taken = 0;
  private releasing: Promise<void> | undefined;
  private readonly leaving = new Set<Promise<void>>();

  constructor(private readonly options: SlotOptions) {}

  /** @throws CaptureFailure, BrowserFailure, NoBrowser */
  async capture(request: CaptureRequest): Promise<Capture> {
    const chosen = await this.options.choose();
    const process = await this.running(chosen);
    this.taken += 1;
    const prepared = await this.prepared(process);
    const { deadlineMs, scripts } = this.options;
    try {
      return await withLimits({ process, prepared, deadlineMs }, () =>
        capturePage(prepared, request, {
          scripts,
          loadTimeoutMs: deadlineMs * LOADING_SHARE,
          settleTimeoutMs: deadlineMs * SETTLING_SHARE,
          browser: chosen.version,
        }),
      );
    } catch (error) {
      if (process.isFlooded()) throw messageTooLong(error);
      if (error instanceof CaptureFailure) throw error;
      // Whatever the browser says of a page that it has lost is no fault of the page.
      throw new BrowserFailure(`the browser failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    } finally {
      // Whoever waits for the picture need not wait for the page to be gone.
      this.releasing = this.release(process, prepared);
    }
  }

  /** Resolves when the page of the last capture is gone: the next one may begin then. */
  async released(): Promise<void> {
    await this.releasing;
  }

  /** For good: no capture begins any more. Resolves when no process and no file is left. */
  async close(): Promise<void> {
    this.closed = true;
    await this.rest();
  }

  /** Until the next capture. Resolves when no process and no file is left. */
  async rest(): Promise<void> {
    // One that is just starting would be left over.
    await this.starting?.catch(() => undefined);
    this.retire();
    await Promise.all([this.releasing, ...this.leaving]);
    // A page that did not close has retired its browser meanwhile.
    await Promise.all(this.leaving);
  }

  private async running(chosen: ChosenBrowser): Promise<BrowserProcess> {
    if (this.process && (!this.process.isAlive() || this.taken >= this.options.capturesPerBrowser)) this.retire();
    if (this.process) return this.process;
    if (this.closed) throw new BrowserFailure('the browsers are closed');
    this.starting = this.start(chosen);
    try {
      return await this.starting;
    } finally {
      this.starting = undefined;
    }
  }

  private async start(chosen: ChosenBrowser): Promise<BrowserProcess> {
    const process = await startBrowser(chosen, this.options);
    this.process = process;
    this.taken = 0;
    return process;
  }

  private async prepared(process: BrowserProcess): Promise<PreparedPage> {
    const { deadlineMs } = this.options;
    try {
      const spare = await withDeadline(Promise.resolve(this.spare), deadlineMs, notReady);
      this.spare = undefined;
      return spare ?? (await withDeadline(preparePage(process.browser, this.options), deadlineMs, notReady));
    } catch (error) {
      this.retire();
      throw new BrowserFailure('the browser opens no page', { cause: error });
    }
  }

  /** The next capture finds its page ready. */
  private async release(process: BrowserProcess, prepared: PreparedPage): Promise<void> {
    try {
      await withDeadline(prepared.close(), CLOSE_TIMEOUT_MS, notClosed);
    } catch {
      if (this.process === process) this.retire();
      return;
    }
    if (this.process !== process || this.taken >= this.options.capturesPerBrowser) return;
    this.spare = preparePage(process.browser, this.options).catch(() => undefined);
  }

  private retire(): void {
    const { process, spare } = this;
    this.process = undefined;
    this.spare = undefined;
    if (!process) return;
    const gone = (async () => {
      process.kill();
      await process.close();
      (await spare)?.proxy.close();
    })();
    this.leaving.add(gone);
    void gone.finally(() => this.leaving.delete(gone));
  }
}

const notReady = () => new Error('no page was ready in time');
const notClosed = () => new Error('the page was not closed in time');
