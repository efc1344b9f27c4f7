import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where all tests of this machine unpack the bundled browser, once: each with its own would take seconds and 200 MB. */
export async function sharedBrowser(): Promise<string> {
  const directory = join(tmpdir(), `pinbound-test-browser-${process.getuid?.() ?? 0}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}
