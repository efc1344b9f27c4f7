import type { Readable, Writable } from 'node:stream';

/** Wrong arguments or settings, and files that cannot be read or written. */
export class UsageError extends Error {}

/** Work that the service did not complete. */
export class ServiceError extends Error {}

/** The process around a command. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
  /** Waits before a further attempt of a request. */
  sleep?: (ms: number) => Promise<void>;
  /** Opens an address in the browser of the person. */
  openBrowser?: (address: string) => void | Promise<void>;
}
