/** The page cannot be captured. The message is shown to users and contains nothing private. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
}

/** The browser crashed or did not start. The page is not at fault, so a retry may succeed. */
export class BrowserError extends Error {
  override readonly name: string = 'BrowserError';
}

/** The browser did not start. The message says what to do. */
export class BrowserStartError extends BrowserError {
  override readonly name = 'BrowserStartError';
}
