import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/** Where a browser that is spoken to over pipes writes; each message ends with a zero. */
const FROM_BROWSER = 4;

/**
 * Calls back once when a message of the browser is longer than it may be. A message is kept whole before it is read, several
 * times over, and pages write to the console what they like.
 */
export function watchMessages(browser: ChildProcess | null, maxBytes: number, exceeded: () => void): void {
  const pipe = browser?.stdio[FROM_BROWSER];
  if (!(pipe instanceof Readable)) throw new TypeError('the browser has no pipe to be watched');
  let bytes = 0;
  pipe.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0);
    const before = bytes;
    bytes = end < 0 ? bytes + chunk.length : chunk.length - end - 1;
    if (before <= maxBytes && bytes > maxBytes) exceeded();
  });
}
