import { listen } from '../../shared/listen.ts';
/**
 * A request of the page that failed or got no response, or an image, script or style that could not
 * be loaded.
 */
export interface FailedRequest {
  readonly url: string;
  /** HTTP status; 0 without a response, or if the browser does not expose it. */
  readonly status: number;
  /** Milliseconds since navigation start. */
  readonly at: number;
}

/** Records that are kept: an image has two, of its response and of its element. */
const MAX_RECORDS = 40;

/**
 * Records failed requests by a PerformanceObserver, so that no function of the page is wrapped. The
 * status of a cross-origin response is visible only if that origin allows it.
 *
 * @param serviceUrl URL of the service, whose requests are excluded
 * @returns a function that returns the last records, oldest first
 */
export function recordFailedRequests(serviceUrl: string, signal: AbortSignal): () => readonly FailedRequest[] {
  const failed: FailedRequest[] = [];
  const record = (url: string, status: number, at: number) => {
    if (/^https?:/.test(url) && !url.startsWith(serviceUrl)) failed.push({ url, status, at });
    if (failed.length > MAX_RECORDS) failed.shift();
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timing[]) {
      const { responseStatus: status = 0 } = entry;
      if (status >= 400 || hasNoResponse(entry)) record(entry.name, status, entry.responseEnd);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  signal.addEventListener('abort', () => observer.disconnect());
  const onError = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const address = (target as HTMLImageElement).src || (target as HTMLLinkElement).href;
    if (typeof address === 'string') record(address, 0, performance.now());
  };
  listen(signal, window, 'error', onError, true);
  return () => [...failed];
}

type Timing = PerformanceResourceTiming & { readonly responseStatus?: number };

/**
 * True for a request of a script that got no response. Opaque cross-origin responses of `fetch`
 * look the same and are excluded. Older browsers expose no status.
 */
function hasNoResponse({ responseStatus, initiatorType, name }: Timing): boolean {
  const isOwn = initiatorType === 'fetch' && name.startsWith(`${location.origin}/`);
  return responseStatus === 0 && (isOwn || initiatorType === 'xmlhttprequest');
}
