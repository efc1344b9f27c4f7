import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/**
 * File descriptor a browser with `--remote-debugging-pipe` writes to; a NUL byte ends each message.
 */
const FROM_BROWSER = 4;

/**
 * Calls `exceeded` once when a message of the browser exceeds `maxBytes`. Messages are buffered
 * whole, several times over, and pages control the size of their console messages.
 */
export function limitMessageSize(browser: ChildProcess | null, maxBytes: number, exceeded: () => void): void {
  const pipe = browser?.stdio[FROM_BROWSER];
  if (!(pipe instanceof Readable)) throw new TypeError('the browser has no output pipe');
  let bytes = 0;
  pipe.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0);
    const before = bytes;
    bytes = end < 0 ? bytes + chunk.length : chunk.length - end - 1;
    if (before <= maxBytes && bytes > maxBytes) exceeded();
  });
}
