import { type Boot, startBoot } from '../boot.ts';
import { type OverlayOptions, readOptions } from '../public-api/config.ts';
import { makeEmitter, type OverlayEvents } from '../public-api/events.ts';
import { isMounted } from '../shadow-host/shadow-host.ts';
import { warn } from './warn.ts';

/**
 * The overlay as a page can construct it: `new SvcConfig.Overlay({ apiUrl, projectId, apiKey }).init()`.
 * No method throws; a mistake in the set-up is told by one console warning and nothing is shown.
 */
export class Overlay {
  private life: AbortController | null = null;
  private boot: Boot | null = null;
  private readonly emitter = makeEmitter();

  /** @param options checked by {@link init}, because pages write them by hand. */
  constructor(private readonly options: OverlayOptions) {}

  /** True from a successful {@link init} to {@link destroy}. */
  get isRunning(): boolean {
    return this.life !== null;
  }

  /** Shows the overlay. At most one is at work on a page: a second one does nothing. */
  init(): this {
    const config = readOptions(this.options);
    if (typeof config === 'string') warn(config);
    else if (isMounted()) warn(ALREADY);
    else {
      this.life = new AbortController();
      this.boot = startBoot(config, this.emitter.emit, this.life.signal);
      this.emitter.emit('ready', {});
    }
    return this;
  }

  /** Opens the list; `'comment'` starts choosing an element, or ends it; the id of an annotation of this page opens its thread. */
  open(what = 'list'): this {
    this.boot?.open(what);
    return this;
  }

  /** Closes what is open. What was written waits for the next form. */
  close(): this {
    this.boot?.close();
    return this;
  }

  /** Calls the handler from now on. Works before {@link init} and outlives {@link destroy}; the answer ends it. */
  on<K extends keyof OverlayEvents>(type: K, handler: (detail: OverlayEvents[K]) => void): () => void {
    return this.emitter.on(type, handler);
  }

  /** Takes every node, listener, timer and connection away. The page is as it was; init() may follow. */
  destroy(): void {
    this.life?.abort();
    this.life = null;
    this.boot = null;
  }
}

const ALREADY = 'An overlay is already on this page and stays. Remove the second script or init() call.';
