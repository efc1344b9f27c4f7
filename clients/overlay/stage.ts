import type { collectConsole } from './diagnostics/console-lines.ts';
import type { collectRequests } from './diagnostics/failed-requests.ts';
import type { Feed } from './feed/feed.ts';
import type { Parts } from './load.ts';
import type { OverlayConfig } from './page-api/config.ts';
import type { Emit } from './page-api/events.ts';
import type { Request } from './service/request.ts';
import type { Launcher } from './surface/launcher.ts';
import type { Surface } from './surface/surface.ts';
import type { Language } from './words/languages.ts';

/** What is there from the start, and what everything else is given when it is loaded. */
export interface Stage {
  readonly config: OverlayConfig;
  readonly language: Language;
  readonly surface: Surface;
  readonly launcher: Launcher;
  readonly feed: Feed;
  readonly request: Request;
  readonly emit: Emit;
  readonly consoleLines: ReturnType<typeof collectConsole>;
  readonly failedRequests: ReturnType<typeof collectRequests>;
  /**
   * Loads another part.
   *
   * @param isAsked a person waits for it, and hears when it cannot be loaded.
   * @returns null then, and when the signal ended everything meanwhile.
   */
  load<P extends keyof Parts>(part: P, isAsked: boolean): Promise<Parts[P] | null>;
  readonly signal: AbortSignal;
}
