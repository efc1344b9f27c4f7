import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isBundledBrowserSupported,
  unpackBundledBrowser,
} from '../../src/infrastructure/capture/browser/bundled-browser.ts';

/**
 * Directory in which all tests of this machine unpack the bundled browser once. A copy per test
 * would cost seconds and 200 MB.
 */
export async function sharedBrowser(): Promise<string> {
  const directory = join(tmpdir(), `pinbound-test-browser-${process.getuid?.() ?? 0}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

let program: Promise<string | undefined> | undefined;

/**
 * Path of the browser for processes with a new data directory; undefined where the bundled one does
 * not run.
 */
export function sharedBrowserProgram(): Promise<string | undefined> {
  program ??= findProgram();
  return program;
}

async function findProgram(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH || !isBundledBrowserSupported()) return process.env.CHROMIUM_PATH;
  return (await unpackBundledBrowser(await sharedBrowser())).path;
}
