import { CaptureFailure } from '../capture-failure.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import { brokenWords, navigationWords } from './navigation-words.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Waits until the page has loaded; one that has come without all that it names, as long as it may take. @throws CaptureFailure */
export async function openPage(prepared: PreparedPage, url: string, timeout: number): Promise<void> {
  const { page, proxy, log } = prepared;
  try {
    await page.goto(url, { waitUntil: 'load', timeout });
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (isLate && log.isRead() && !proxy.isExhausted()) return assertOnTheWeb(prepared);
    if (proxy.isExhausted()) throw tooMuchLoaded();
    const at = log.lastUrl() ?? url;
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    if (reason) throw new CaptureFailure(reason, { cause: error });
    if (isLate) {
      throw new CaptureFailure(`The page did not finish loading within ${timeout / 1000} s`, { cause: error });
    }
    // What loads for ever is replaced: by then it is the next page that counts.
    const status = log.status();
    const words = navigationWords(error, at);
    throw new CaptureFailure(status && status >= 400 ? `${words} (HTTP ${status})` : words, { cause: error });
  }
  assertOnTheWeb(prepared);
}

/** What the page shows came whole, and from the web; it may have gone on to something that did not. @throws CaptureFailure */
export function assertOnTheWeb({ page, log, proxy }: PreparedPage): void {
  const at = log.lastUrl();
  if (log.brokeOff() && at) {
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    throw new CaptureFailure(reason ?? brokenWords(at));
  }
  if (!/^https?:/.test(page.url())) throw new CaptureFailure('The page leads to an address that is not on the web');
}

/** Of a page whose proxy is exhausted. */
export const tooMuchLoaded = () =>
  new CaptureFailure(`The page loaded more than ${CAPTURE_LIMITS.bytes / 1024 / 1024} MiB, the most that is allowed`);
