import type { OverlayConfig } from '../public-api/config.ts';
import { isRecord } from '../service/is-record.ts';
import { plainJson } from '../service/plain-json.ts';
import type { AnnotationChangeKind } from './public-annotation-changed.generated.ts';
import subscription from './public-annotation-changed.graphql';

/** A change that the service reports. `annotation` is as it came. */
export interface Change {
  /** `imported` tells that many came at once, and which is to be asked. */
  readonly kind: AnnotationChangeKind | 'imported';
  readonly annotation: unknown;
}

/** What to do with live news. */
export interface LiveHandlers {
  /** News may have been missed: fetch the list. Called once a stream is open, or when it cannot be opened. */
  onGap(): void;
  onChange(change: Change): void;
}

/**
 * Follows a project's annotations on the present page over server-sent events, but only while the document is visible: a
 * browser with HTTP/1.1 allows six connections to a server, and each hidden tab would hold one. Where no stream can
 * be opened, or the browser has none, the growing pauses between attempts turn this into slow polling.
 *
 * @returns starts anew, for another page address: some time after the last of a burst of calls.
 */
export function followLive(config: OverlayConfig, handlers: LiveHandlers, signal: AbortSignal): () => void {
  let source: EventSource | null = null;
  let retry = 0;
  let pause = FIRST_PAUSE_MS;
  let openedAt = NEVER;

  const close = () => {
    source?.close();
    source = null;
    clearTimeout(retry);
  };
  const later = () => {
    close();
    handlers.onGap();
    if (performance.now() - openedAt > LASTED_MS) pause = FIRST_PAUSE_MS;
    retry = window.setTimeout(open, pause);
    pause = Math.min(pause * 2, LAST_PAUSE_MS);
  };
  const open = () => {
    close();
    if (document.hidden || signal.aborted) return;
    if (typeof EventSource === 'undefined') return later();
    openedAt = NEVER;
    retry = window.setTimeout(() => {
      handlers.onGap();
      retry = window.setTimeout(later, STUCK_MS);
    }, PATIENCE_MS);
    const stream = new EventSource(streamUrl(config));
    source = stream;
    stream.addEventListener('open', () => {
      openedAt = performance.now();
      clearTimeout(retry);
      handlers.onGap();
    });
    stream.addEventListener('next', (event: MessageEvent<unknown>) => {
      const change = readChange(event.data);
      if (!change) return later();
      handlers.onChange(change);
    });
    stream.addEventListener('complete', later);
    // A connection that broke is opened again by the browser itself; one that was refused is not.
    stream.addEventListener('error', () => stream.readyState === EventSource.CLOSED && later());
  };

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()), { signal });
  signal.addEventListener('abort', close);
  open();
  return () => {
    close();
    retry = window.setTimeout(open, SETTLE_MS);
  };
}

/** A page that writes its state into its address, such as a map that is moved, has another many times a second. */
const SETTLE_MS = 400;
/** Later than any time, in less room than infinity. */
const NEVER = Number.MAX_VALUE;
const FIRST_PAUSE_MS = 5_000;
const LAST_PAUSE_MS = 300_000;
/** A stream that was open this long ended for an ordinary reason, such as a restart of the service. */
const LASTED_MS = 60_000;
/** The list is worth waiting this long for the stream, which makes one fetch enough. */
const PATIENCE_MS = 800;
/** A stream that has not opened by then is held back by something in between. */
const STUCK_MS = 30_000;

function streamUrl({ apiUrl, key }: OverlayConfig): string {
  const parameters = new URLSearchParams({
    query: subscription,
    variables: plainJson({ key, url: location.href }),
  });
  return `${apiUrl}/graphql?${parameters}`;
}

function readChange(data: unknown): Change | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const payload = isRecord(message) && isRecord(message.data) ? message.data.publicAnnotationChanged : null;
    return isRecord(payload) && typeof payload.kind === 'string'
      ? { kind: payload.kind as Change['kind'], annotation: payload.annotation }
      : null;
  } catch {
    return null;
  }
}
