import { withDeadline } from '../../lib/deadline.ts';
import type { SelectedBrowser } from './browser/browser-choice.ts';
import { type BrowserProcess, startBrowser } from './browser/browser-process.ts';
import { BrowserError, CaptureError } from './capture-errors.ts';
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
  /** Hard limit of one capture, ms. */
  deadlineMs: number;
  /** The browser is replaced by a fresh one after this many captures. */
  capturesPerBrowser: number;
  select(): Promise<SelectedBrowser>;
}

/** Share of the deadline that a page may take to load. */
const LOADING_SHARE = 0.5;
/** Share of the deadline after which a capture no longer waits for late content. */
const SETTLING_SHARE = 0.75;
/** A page that has not closed within this time gets its browser killed, ms. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Runs one capture at a time in one browser, so killing a page's browser affects no other capture.
 */
export class BrowserSlot {
  private process: BrowserProcess | undefined;
  private starting: Promise<BrowserProcess> | undefined;
  private closed = false;
  private spare: Promise<PreparedPage | undefined> | undefined;
  private taken = 0;
  private releasing: Promise<void> | undefined;
  private readonly leaving = new Set<Promise<void>>();

  constructor(private readonly options: SlotOptions) {}

  /** @throws CaptureError, BrowserError, BrowserNotFound */
  async capture(request: CaptureRequest): Promise<Capture> {
    const selected = await this.options.select();
    const process = await this.running(selected);
    this.taken += 1;
    const prepared = await this.prepared(process);
    const { deadlineMs, scripts } = this.options;
    try {
      return await withLimits({ process, prepared, deadlineMs }, () =>
        capturePage(prepared, request, {
          scripts,
          loadTimeoutMs: deadlineMs * LOADING_SHARE,
          settleTimeoutMs: deadlineMs * SETTLING_SHARE,
          browser: selected.version,
        }),
      );
    } catch (error) {
      if (process.isFlooded()) throw messageTooLong(error);
      if (error instanceof CaptureError) throw error;
      // An error of a browser that lost its page is not the page's fault.
      throw new BrowserError(`the browser failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    } finally {
      // The response need not wait for the page to close.
      this.releasing = this.release(process, prepared);
    }
  }

  /** Resolves once the last capture's page is closed; the next capture may start then. */
  async released(): Promise<void> {
    await this.releasing;
  }

  /** Closes the slot permanently. Resolves once no process and no file is left. */
  async close(): Promise<void> {
    this.closed = true;
    await this.rest();
  }

  /** Closes the browser until the next capture. Resolves once no process and no file is left. */
  async rest(): Promise<void> {
    // A browser that is still starting would be leaked.
    await this.starting?.catch(() => undefined);
    this.retire();
    await Promise.all([this.releasing, ...this.leaving]);
    // A page that did not close may have retired its browser meanwhile.
    await Promise.all(this.leaving);
  }

  private async running(selected: SelectedBrowser): Promise<BrowserProcess> {
    if (this.process && (!this.process.isAlive() || this.taken >= this.options.capturesPerBrowser)) this.retire();
    if (this.process) return this.process;
    if (this.closed) throw new BrowserError('the browser pool is closed');
    this.starting = this.start(selected);
    try {
      return await this.starting;
    } finally {
      this.starting = undefined;
    }
  }

  private async start(selected: SelectedBrowser): Promise<BrowserProcess> {
    const process = await startBrowser(selected, this.options);
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
      throw new BrowserError('the browser did not open a page', { cause: error });
    }
  }

  /** Closes the page and prepares one for the next capture. */
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

const notReady = () => new Error('the page was not ready in time');
const notClosed = () => new Error('the page was not closed in time');
