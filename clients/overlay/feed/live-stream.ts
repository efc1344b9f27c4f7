import { toPlainJson } from '../../shared/json.ts';
import { listen } from '../../shared/listen.ts';
import { storedAddress } from '../../shared/page/page-address.ts';
import type { OverlayConfig } from '../public-api/config.ts';
import type { AnnotationChangeKind } from './public-annotation-changed.generated.ts';
import { hash as sha256Hash } from './public-annotation-changed.graphql';

/** Delay after the last change of the address: pages such as maps change it many times a second. */
const RESTART_DELAY_MS = 400;
/** Larger than any time of `performance.now()`, in fewer bytes than infinity. */
const NEVER = 1e15;
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 300_000;
/**
 * A stream that was open this long ended for an ordinary reason, such as a restart of the service.
 */
const STABLE_MS = 60_000;
/** The first list waits this long for the stream to open, so that one request is enough. */
const OPEN_GRACE_MS = 800;
/** A stream that has not opened by then is blocked by something between browser and service. */
const OPEN_TIMEOUT_MS = 30_000;

/** A change reported by the service. */
export interface LiveChange {
  /** `imported` reports many changes at once, without the annotations. */
  readonly kind: AnnotationChangeKind | 'imported';
  /** Unchecked. */
  readonly annotation: unknown;
}

export interface LiveStreamHandlers {
  /**
   * Called when changes may have been missed: once a stream is open, or when it cannot be opened.
   */
  onGap(): void;
  onChange(change: LiveChange): void;
}

/**
 * Follows a project's annotations on the current page by server-sent events, while the document is
 * visible: over HTTP/1.1 a browser allows six connections per server, and every hidden tab would
 * use one. Where no stream can be opened, the growing delays between attempts become slow polling.
 *
 * @returns a function that restarts the stream for another address, debounced.
 */
export function openLiveStream(config: OverlayConfig, handlers: LiveStreamHandlers, signal: AbortSignal): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  let delay = FIRST_DELAY_MS;
  let openedAt = NEVER;

  const close = () => {
    source?.close();
    source = null;
    clearTimeout(timer);
  };
  const reopenLater = () => {
    close();
    handlers.onGap();
    if (performance.now() - openedAt > STABLE_MS) delay = FIRST_DELAY_MS;
    timer = window.setTimeout(open, delay);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
  };
  const open = () => {
    close();
    if (document.hidden || signal.aborted || !storedAddress()) return;
    if (!EventSource) return reopenLater();
    openedAt = NEVER;
    timer = window.setTimeout(() => {
      handlers.onGap();
      timer = window.setTimeout(reopenLater, OPEN_TIMEOUT_MS);
    }, OPEN_GRACE_MS);
    const stream = new EventSource(streamUrl(config));
    source = stream;
    stream.addEventListener('open', () => {
      openedAt = performance.now();
      clearTimeout(timer);
      handlers.onGap();
    });
    stream.addEventListener('next', (event: MessageEvent<unknown>) => {
      const change = readChange(event.data);
      if (!change) return reopenLater();
      handlers.onChange(change);
    });
    stream.addEventListener('complete', reopenLater);
    // The browser itself reopens a connection that broke, but not one that was rejected.
    stream.addEventListener('error', () => stream.readyState === EventSource.CLOSED && reopenLater());
  };

  listen(signal, document, 'visibilitychange', () => (document.hidden ? close() : open()));
  signal.addEventListener('abort', close);
  open();
  return () => {
    close();
    timer = window.setTimeout(open, RESTART_DELAY_MS);
  };
}

function streamUrl({ apiUrl, key }: OverlayConfig): string {
  const json = (value: object) => encodeURIComponent(toPlainJson(value));
  const variables = json({ key, url: storedAddress() });
  return `${apiUrl}/graphql?extensions=${json({ persistedQuery: { sha256Hash } })}&variables=${variables}`;
}

function readChange(data: unknown): LiveChange | null {
  try {
    const { kind, annotation } = JSON.parse(String(data)).data.publicAnnotationChanged;
    return typeof kind === 'string' ? { kind: kind as LiveChange['kind'], annotation } : null;
  } catch {
    return null;
  }
}
