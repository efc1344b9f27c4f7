import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledBrowserFits, unpackBundledBrowser } from '../../src/infrastructure/capture/browser/bundled-browser.ts';

/** Where all tests of this machine unpack the bundled browser, once: each with its own would take seconds and 200 MB. */
export async function sharedBrowser(): Promise<string> {
  const directory = join(tmpdir(), `pinbound-test-browser-${process.getuid?.() ?? 0}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

let program: Promise<string | undefined> | undefined;

/** The program of the browser that processes use whose data directory is new; none where the bundled one does not run. */
export function sharedBrowserProgram(): Promise<string | undefined> {
  program ??= findProgram();
  return program;
}

async function findProgram(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH || !bundledBrowserFits()) return process.env.CHROMIUM_PATH;
  return (await unpackBundledBrowser(await sharedBrowser())).path;
}
