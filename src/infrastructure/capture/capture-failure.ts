/** A capture that cannot be: the message tells the caller why, in words, and holds nothing private. */
export class CaptureFailure extends Error {
  override readonly name = 'CaptureFailure';
}

/** The browser itself is gone or cannot start: no fault of the page, so another try may succeed. */
export class BrowserFailure extends Error {
  override readonly name = 'BrowserFailure';
}
