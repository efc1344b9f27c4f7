import { type OverlayOptions, readOptions } from './config.ts';
import { startSession } from './session.ts';
import { isMounted } from './surface.ts';
import { warn } from './warn.ts';

/**
 * The overlay as a page can construct it: `new SvcConfig.Overlay({ apiUrl, projectId, apiKey }).init()`.
 * Neither method throws; a mistake in the set-up is told by one console warning and nothing is shown.
 */
export class Overlay {
  private life: AbortController | null = null;

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
      startSession(config, this.life.signal);
    }
    return this;
  }

  /** Takes every node, listener, timer and connection away. The page is as it was; init() may follow. */
  destroy(): void {
    this.life?.abort();
    this.life = null;
  }
}

const ALREADY =
  'An overlay is already on this page and stays; this one does nothing. Remove the second script or init() call.';
