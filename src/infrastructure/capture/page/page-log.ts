import type { HTTPRequest, Page, PageEvents } from 'puppeteer-core';
import { BROWSER_FEATURES, type BrowserFeature } from '../page-record.ts';
import type { FilteringProxy } from '../proxy/filtering-proxy.ts';

const MAX_ENTRIES = 100;
const MAX_LENGTH = 500;
const MAX_POLICY = 20_000;

/** Message of clients/capture/report-missing-features.ts. */
const MISSING = new RegExp(`^pinbound: the page asked for (${BROWSER_FEATURES.join('|')})$`);

/** Requests, errors and navigations of a page during its capture. */
export interface PageLog {
  consoleErrors: string[];
  failedRequests: { url: string; reason: string }[];
  /** Features that the page asked for and the browser lacks. */
  missingFeatures(): BrowserFeature[];
  /** HTTP status of the page itself, after redirects. */
  status(): number | null;
  /** Content security policy in the headers of the page; several are on lines of their own. */
  policy(): string;
  /** URL of the last navigation. */
  lastUrl(): string | undefined;
  /** Whether the connection closed before the end of the document. */
  isTruncated(): boolean;
  /** Whether DOMContentLoaded has fired (isRead), and `load` (isLoaded). */
  isRead(): boolean;
  isLoaded(): boolean;
  /** Number of pending requests. */
  pending(): number;
  /** URLs of pending requests; at most 100. */
  pendingUrls(): string[];
  /** Number of pending requests of visible resources: images, fonts, styles, scripts, frames. */
  pendingVisible(): number;
  /** Time the last visible resource arrived, as of performance.now(); 0 before the first. */
  lastArrival(): number;
  /** Number of started plus finished requests. */
  traffic(): number;
}

/** Starts recording. */
export function logPage(page: Page, proxy: FilteringProxy): PageLog {
  const consoleErrors: string[] = [];
  const failedRequests: PageLog['failedRequests'] = [];
  const missing = new Set<string>();
  const open = new Set<HTTPRequest>();
  let traffic = 0;
  let lastArrival = 0;
  let status: number | null = null;
  let policy = '';
  let lastUrl: string | undefined;
  let broken = false;
  let [isRead, isLoaded] = [false, false];
  const isOfPage = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  const close = (request: HTTPRequest) => {
    if (!open.delete(request)) return;
    traffic += 1;
    if (isShown(request)) lastArrival = performance.now();
  };
  const keep = <T>(list: T[], entry: T) => {
    if (list.length < MAX_ENTRIES) list.push(entry);
  };
  /** An exception in an event listener would end the process. */
  const on = <K extends keyof PageEvents>(event: K, listener: (of: PageEvents[K]) => void) =>
    page.on(event, (of) => {
      try {
        listener(of);
      } catch (error) {
        keep(consoleErrors, `A page event could not be read: ${error}`.slice(0, MAX_LENGTH));
      }
    });

  on('console', (message) => {
    if (message.type() === 'error') keep(consoleErrors, message.text().slice(0, MAX_LENGTH));
    const feature = message.type() === 'debug' && MISSING.exec(message.text())?.[1];
    if (feature) missing.add(feature);
  });
  on('pageerror', (error) => {
    keep(consoleErrors, (error instanceof Error ? error.message : String(error)).slice(0, MAX_LENGTH));
  });
  on('domcontentloaded', () => {
    isRead ||= lastUrl !== undefined;
  });
  on('load', () => {
    isLoaded ||= lastUrl !== undefined;
  });
  on('request', (request) => {
    if (isOfPage(request)) {
      lastUrl = request.url();
      broken = false;
    }
    if (!ends(request)) return;
    open.add(request);
    traffic += 1;
  });
  on('response', (response) => {
    if (!isOfPage(response.request())) return;
    status = response.status();
    policy = (response.headers()['content-security-policy'] ?? '').slice(0, MAX_POLICY);
  });
  on('requestfinished', close);
  on('requestfailed', (request) => {
    close(request);
    // A navigation aborts the current document.
    if (isOfPage(request) && request.failure()?.errorText !== 'net::ERR_ABORTED') broken = true;
    const url = request.url();
    const reason = (/^https?:/.test(url) && proxy.failureOf(url)) || request.failure()?.errorText || 'failed';
    keep(failedRequests, { url: url.slice(0, MAX_LENGTH), reason });
  });
  return {
    consoleErrors,
    failedRequests,
    missingFeatures: () => BROWSER_FEATURES.filter((feature) => missing.has(feature)),
    status: () => status,
    policy: () => policy,
    lastUrl: () => lastUrl,
    isTruncated: () => broken,
    isRead: () => isRead,
    isLoaded: () => isLoaded,
    pending: () => open.size,
    pendingUrls: () => [...open].slice(0, MAX_ENTRIES).map((request) => request.url().slice(0, MAX_LENGTH)),
    pendingVisible: () => [...open].filter(isShown).length,
    lastArrival: () => lastArrival,
    traffic: () => traffic,
  };
}

/** Background requests, such as long polling, may never end. */
const isShown = (request: HTTPRequest): boolean =>
  ['document', 'stylesheet', 'image', 'font', 'script'].includes(request.resourceType());

/** Streams never end, and the end of worker requests is not reported; the image needs neither. */
const ends = (request: HTTPRequest): boolean =>
  !['eventsource', 'websocket', 'media', 'ping', 'preflight', 'prefetch', 'other'].includes(request.resourceType()) &&
  !request.url().startsWith('data:');
