/** A request of the page that was answered with an error or not at all, or an image, script or style that could not be loaded. */
export interface FailedRequest {
  /** Without query and fragment, which may hold secrets. */
  readonly url: string;
  /** 0 without an answer, or when the browser does not tell. */
  readonly status: number;
  /** Milliseconds since the page began to load. */
  readonly at: number;
}

const KEPT = 20;

/**
 * Reads failed requests from the browser's own records, so nothing in the page is wrapped. The status of another origin's
 * answer is told only when that origin allows it.
 *
 * @param own address of the service, whose requests are not the page's.
 * @returns the last 20, the oldest first.
 */
export function collectRequests(own: string, signal: AbortSignal): () => readonly FailedRequest[] {
  const failed: FailedRequest[] = [];
  const keep = (address: string, status: number, at: number) => {
    if (!/^https?:/.test(address) || address.startsWith(own)) return;
    const url = address.replace(/[?#].*$/s, '').slice(0, 200);
    const twin = failed.findIndex((other) => other.url === url && Math.abs(other.at - at) < 50);
    if (twin >= 0 && status === 0) return;
    if (twin >= 0) failed.splice(twin, 1);
    failed.push({ url, status, at: Math.round(at) });
    if (failed.length > KEPT) failed.shift();
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timing[]) {
      const { responseStatus: status = 0 } = entry;
      if (status >= 400 || isUnanswered(entry)) keep(entry.name, status, entry.responseEnd);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  signal.addEventListener('abort', () => observer.disconnect());
  const onError = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const address = (target as HTMLImageElement).src || (target as HTMLLinkElement).href;
    if (typeof address === 'string') keep(address, 0, performance.now());
  };
  window.addEventListener('error', onError, { capture: true, signal });
  return () => [...failed];
}

type Timing = PerformanceResourceTiming & { readonly responseStatus?: number };

/**
 * Of what scripts asked for. An answer of another origin may be one that the browser hides, which looks the same, unless it is to
 * an XMLHttpRequest; older browsers tell no status at all.
 */
function isUnanswered({ responseStatus, initiatorType, name }: Timing): boolean {
  const isOwn = initiatorType === 'fetch' && name.startsWith(`${location.origin}/`);
  return responseStatus === 0 && (isOwn || initiatorType === 'xmlhttprequest');
}
