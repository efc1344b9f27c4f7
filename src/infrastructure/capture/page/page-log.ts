import type { HTTPRequest, Page, PageEvents } from 'puppeteer-core';
import type { FilteringProxy } from '../proxy/filtering-proxy.ts';

const MAX_ENTRIES = 100;
const MAX_LENGTH = 500;

/** What a page does while it is captured. */
export interface PageLog {
  consoleErrors: string[];
  failedRequests: { url: string; reason: string }[];
  /** HTTP status of the page itself, after redirects. */
  status(): number | null;
  /** Where the last navigation of the page went. */
  lastUrl(): string | undefined;
  /** Whether the page itself ended before its end. */
  brokeOff(): boolean;
  /** Whether a document has come and been read, and whether one has all that it names, images and scripts too. */
  isRead(): boolean;
  isLoaded(): boolean;
  /** Requests without an answer as yet. */
  pending(): number;
  /** Their addresses; at most 100. */
  pendingUrls(): string[];
  /** Those of them that the picture shows: images, fonts, styles, scripts, frames. */
  awaited(): number;
  /** When the last of such ended, by performance.now(); 0 before. */
  lastArrival(): number;
  /** Requests so far, begun and ended ones added up. */
  traffic(): number;
}

/** Listens from now on. */
export function logPage(page: Page, proxy: FilteringProxy): PageLog {
  const consoleErrors: string[] = [];
  const failedRequests: PageLog['failedRequests'] = [];
  const open = new Set<HTTPRequest>();
  let traffic = 0;
  let lastArrival = 0;
  let status: number | null = null;
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
  /** What is told of a page has no caller: a listener that throws ends the process. */
  const on = <K extends keyof PageEvents>(event: K, listener: (of: PageEvents[K]) => void) =>
    page.on(event, (of) => {
      try {
        listener(of);
      } catch (error) {
        keep(consoleErrors, `An event of the page could not be read: ${error}`.slice(0, MAX_LENGTH));
      }
    });

  on('console', (message) => {
    if (message.type() === 'error') keep(consoleErrors, message.text().slice(0, MAX_LENGTH));
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
    if (isOfPage(response.request())) status = response.status();
  });
  on('requestfinished', close);
  on('requestfailed', (request) => {
    close(request);
    // A page that goes on to the next one aborts itself.
    if (isOfPage(request) && request.failure()?.errorText !== 'net::ERR_ABORTED') broken = true;
    const url = request.url();
    const reason = (/^https?:/.test(url) && proxy.failureOf(url)) || request.failure()?.errorText || 'failed';
    keep(failedRequests, { url: url.slice(0, MAX_LENGTH), reason });
  });
  return {
    consoleErrors,
    failedRequests,
    status: () => status,
    lastUrl: () => lastUrl,
    brokeOff: () => broken,
    isRead: () => isRead,
    isLoaded: () => isLoaded,
    pending: () => open.size,
    pendingUrls: () => [...open].slice(0, MAX_ENTRIES).map((request) => request.url().slice(0, MAX_LENGTH)),
    awaited: () => [...open].filter(isShown).length,
    lastArrival: () => lastArrival,
    traffic: () => traffic,
  };
}

/** What a page asks for in the background, such as news of a chat, may have no end. */
const isShown = (request: HTTPRequest): boolean =>
  ['document', 'stylesheet', 'image', 'font', 'script'].includes(request.resourceType());

/** Streams never end, and of what belongs to workers no end is told; a picture needs none of them. */
const ends = (request: HTTPRequest): boolean =>
  !['eventsource', 'websocket', 'media', 'ping', 'preflight', 'prefetch', 'other'].includes(request.resourceType()) &&
  !request.url().startsWith('data:');
