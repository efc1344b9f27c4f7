import type { collectConsole } from './attachments/console-log.ts';
import type { collectRequests } from './attachments/failed-requests.ts';
import type { Feed } from './feed/feed.ts';
import type { Language } from './i18n/languages.ts';
import type { Parts } from './load.ts';
import type { OverlayConfig } from './public-api/config.ts';
import type { Emit } from './public-api/events.ts';
import type { Request } from './service/request.ts';
import type { Launcher } from './shadow-host/launcher.ts';
import type { Surface } from './shadow-host/shadow-host.ts';

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
