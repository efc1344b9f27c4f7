import { withDeadline } from '../../lib/deadline.ts';
import type { BrowserProcess } from './browser/browser-process.ts';
import { watchMemory } from './browser/memory-guard.ts';
import { BrowserError, CaptureError } from './capture-errors.ts';
import { CAPTURE_LIMITS } from './capture-request.ts';
import type { PreparedPage } from './page/prepared-page.ts';

/**
 * Rejects when the time or memory limit is exceeded or the page is lost; the page is closed with
 * it.
 */
export function withLimits<T>(
  { process, prepared, deadlineMs }: { process: BrowserProcess; prepared: PreparedPage; deadlineMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const { page } = prepared;
  const browser = page.browser();
  let reject: (error: Error) => void = () => undefined;
  const lost = new Promise<never>((_resolve, rejectLost) => {
    reject = rejectLost;
  });
  const late = () => new CaptureError(`The capture took longer than ${deadlineMs / 1000} s`);
  const endWatch = watchMemory(process.pid, CAPTURE_LIMITS.memory, () => {
    reject(new CaptureError(`The page needs more memory than ${CAPTURE_LIMITS.memory / 1024 ** 3} GiB`));
    process.kill();
  });
  const ended = () => reject(new BrowserError('the browser exited'));
  page.once('error', () => reject(new CaptureError('The page crashed; it may have exceeded its memory limit')));
  page.once('close', ended);
  browser.once('disconnected', ended);
  return withDeadline(Promise.race([work(), lost]), deadlineMs, late).finally(() => {
    endWatch();
    browser.off('disconnected', ended);
  });
}

/** Error of a capture whose browser was killed because of an oversized message. */
export const messageTooLong = (cause: unknown) =>
  new CaptureError(
    `The image of the page or one of its messages exceeds ${CAPTURE_LIMITS.imageBytes / 1e6} MB; ` +
      'omit fullPage or use a smaller window or deviceScaleFactor',
    { cause },
  );
