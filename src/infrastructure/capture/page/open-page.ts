import { CaptureError } from '../capture-errors.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import { describeNavigationError, describeTruncation } from './navigation-errors.ts';
import type { PreparedPage } from './prepared-page.ts';

/**
 * Opens the page and waits until it has loaded. A document whose resources are late gets the whole
 * timeout.
 * @throws CaptureError
 */
export async function openPage(prepared: PreparedPage, url: string, timeout: number): Promise<void> {
  const { page, proxy, log } = prepared;
  try {
    await page.goto(url, { waitUntil: 'load', timeout });
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (isLate && log.isRead() && !proxy.isExhausted()) return assertWebPage(prepared);
    if (proxy.isExhausted()) throw downloadLimitExceeded();
    const at = log.lastUrl() ?? url;
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    if (reason) throw new CaptureError(reason, { cause: error });
    if (isLate) {
      throw new CaptureError(`The page did not finish loading within ${timeout / 1000} s`, { cause: error });
    }
    // A page that loads forever is replaced by the next navigation.
    const status = log.status();
    const words = describeNavigationError(error, at);
    throw new CaptureError(status && status >= 400 ? `${words} (HTTP ${status})` : words, { cause: error });
  }
  assertWebPage(prepared);
}

/**
 * Checks that the current document arrived completely and comes from the web; the page may have
 * navigated meanwhile.
 * @throws CaptureError
 */
export function assertWebPage({ page, log, proxy }: PreparedPage): void {
  const at = log.lastUrl();
  if (log.isTruncated() && at) {
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    throw new CaptureError(reason ?? describeTruncation(at));
  }
  if (!/^https?:/.test(page.url())) throw new CaptureError('The page leads to a URL that is not on the web');
}

/** Error of a page that exceeded the download limit. */
export const downloadLimitExceeded = () =>
  new CaptureError(`The page loaded more than ${CAPTURE_LIMITS.bytes / 1024 / 1024} MiB, the maximum`);
