import { take, takeFunction } from '../shared/page/built-ins.ts';
import { type RunningOverlay, startOverlay } from './boot.ts';
import { entryAddress, importEntryAgain, VERSION } from './chunk-loader.ts';
import { type OverlayConfig, type OverlayOptions, readOptions, warn } from './public-api/config.ts';
import { createEmitter, type OverlayEvents } from './public-api/events.ts';
import { isMounted } from './shadow-host/shadow-host.ts';
import { STORAGE_KEY } from './visitor/stored-tokens.ts';

const REMOVED = 'The page removes the overlay.';
/** Time in which a replaced document runs its scripts, ms. */
const REPLACED_MS = 1_000;
const ALREADY_RUNNING = 'An overlay is already on this page.';

/**
 * The overlay as pages construct it: `new SvcConfig.Overlay({ apiUrl, projectId, apiKey }).init()`.
 * No method throws. A mistake in the options causes one console warning, and nothing is shown.
 */
export class Overlay {
  /** Identifies the build. */
  static readonly version = VERSION;
  /** Take built-ins for the chunks. */
  static readonly take = take;
  static readonly takeFunction = takeFunction;
  /**
   * Address of the script while it is imported again; the imported copy then starts nothing by
   * itself.
   */
  static upgradeFrom = '';

  private life: AbortController | null = null;
  /** Until {@link upgrade}, the overlay of this build; then the one of the newer build. */
  private running: (Pick<RunningOverlay, 'open' | 'close'> & Partial<RunningOverlay>) | null = null;

  /** @param options checked by {@link init}, because pages write them by hand. */
  constructor(
    private readonly options: OverlayOptions,
    private readonly emitter = createEmitter(),
  ) {}

  /** True from a successful {@link init} to {@link destroy}. */
  get isRunning(): boolean {
    return this.life !== null;
  }

  /** Shows the overlay. A page has at most one: a second call only warns. */
  init(): this {
    const config = readOptions(this.options);
    if (typeof config === 'string') warn(config);
    else if (isMounted()) warn(ALREADY_RUNNING);
    else this.start(config);
    return this;
  }

  /**
   * Opens the list; `'comment'` starts the picker or ends it; the id of an annotation opens its
   * thread.
   */
  open(what = 'list'): this {
    this.running?.open(what);
    return this;
  }

  /** Closes everything that is open. Drafts are kept for the next form. */
  close(): this {
    this.running?.close();
    return this;
  }

  /**
   * Adds a listener. It may be added before {@link init}, and stays after {@link destroy}.
   *
   * @returns a function that removes the listener.
   */
  on<K extends keyof OverlayEvents>(type: K, handler: (detail: OverlayEvents[K]) => void): () => void {
    return this.emitter.on(type, handler);
  }

  /**
   * Removes every node, listener, timer and connection. The page is as before; init() may follow.
   */
  destroy(): void {
    this.life?.abort();
    this.life = null;
    this.running = null;
  }

  /** Shows nothing to visitors outside of the audience. */
  private async start(config: OverlayConfig): Promise<void> {
    const life = new AbortController();
    const { emit } = this.emitter;
    this.life = life;
    // Without a wait, the overlay is there when init() returns.
    if (config.audience !== 'everyone' && (!(await isInAudience(config)) || life.signal.aborted)) return;
    this.running = startOverlay(
      {
        config,
        emit,
        onChunkMissing: (what) => this.upgrade(life, what).catch(() => emit('unavailable', {})),
        onLost: (how) => {
          this.destroy();
          if (how === 'replaced') return this.restart(config);
          warn(REMOVED);
          emit('unavailable', {});
        },
      },
      life.signal,
    );
    emit('ready', {});
  }

  /** Starts again in a replaced document, unless that starts an overlay of its own. */
  private restart(config: OverlayConfig): void {
    const life = new AbortController();
    this.life = life;
    setTimeout(() => life.signal.aborted || isMounted() || this.start(config), REPLACED_MS);
  }

  /**
   * Hands over to a newer build of this script, if there is one. The chunks of this build are gone
   * after an update of the service: a cached copy of the script, or a page that has been open for
   * long, cannot load them anymore. While something is unsaved, or without a newer build, it only
   * emits `unavailable`.
   *
   * @param what the argument of `open()` for the new build; null to open nothing.
   */
  private async upgrade(life: AbortController, what: string | null): Promise<void> {
    const address = entryAddress();
    if (!address || Overlay.upgradeFrom) return;
    Overlay.upgradeFrom = address;
    try {
      await importEntryAgain();
    } finally {
      Overlay.upgradeFrom = '';
    }
    const api = window.SvcConfig as { Overlay: typeof Overlay };
    const { Overlay: Newer } = api;
    if (Newer.version === VERSION) api.Overlay = Overlay;
    if (this.life !== life) return;
    if (Newer.version === VERSION || this.running?.hasUnsaved?.()) return this.emitter.emit('unavailable', {});
    this.destroy();
    const newer = new Newer(this.options, this.emitter).init();
    this.life = new AbortController();
    this.life.signal.addEventListener('abort', () => newer.destroy());
    this.running = newer;
    if (what) newer.open(what);
  }
}

/** True if this visitor sees the overlay. False if the page's function for the token fails. */
async function isInAudience({ audience, accessToken }: OverlayConfig): Promise<boolean> {
  const isPresent = /[?&#]pinbound\b/.test(location.href);
  try {
    if (audience === 'members') return !!(typeof accessToken === 'function' ? await accessToken() : accessToken);
    // The parameter counts until the tab is closed.
    if (isPresent) sessionStorage.setItem(STORAGE_KEY, '1');
    return sessionStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return isPresent;
  }
}
