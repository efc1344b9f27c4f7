import { withDeadline } from '../../lib/deadline.ts';
import type { BrowserProcess } from './browser/browser-process.ts';
import { watchMemory } from './browser/memory-guard.ts';
import { BrowserFailure, CaptureFailure } from './capture-failure.ts';
import { CAPTURE_LIMITS } from './capture-request.ts';
import type { PreparedPage } from './page/prepared-page.ts';

/** Ends the wait when time or memory is up or the page is lost. What goes on in the page meanwhile ends with it. */
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
  const late = () => new CaptureFailure(`The capture took longer than ${deadlineMs / 1000} s`);
  const endWatch = watchMemory(process.pid, CAPTURE_LIMITS.memory, () => {
    reject(new CaptureFailure(`The page needs more memory than ${CAPTURE_LIMITS.memory / 1024 ** 3} GiB`));
    process.kill();
  });
  const ended = () => reject(new BrowserFailure('the browser ended'));
  page.once('error', () => reject(new CaptureFailure('The page crashed: it may need more memory than it is allowed')));
  page.once('close', ended);
  browser.once('disconnected', ended);
  return withDeadline(Promise.race([work(), lost]), deadlineMs, late).finally(() => {
    endWatch();
    browser.off('disconnected', ended);
  });
}

/** Of a capture whose browser was killed for a message that was too long. */
export const messageTooLong = (cause: unknown) =>
  new CaptureFailure(
    `The picture of the page, or something that the page says, has more than ${CAPTURE_LIMITS.imageBytes / 1e6} MB; ` +
      'leave out fullPage, or choose a smaller window or deviceScaleFactor',
    { cause },
  );
