import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Returns the directory of the npm package with the browser and its fonts. The code of the package,
 * which needs a newer Node.js, is not run.
 */
export function browserPackage(): string {
  let directory = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  while (!existsSync(join(directory, 'bin'))) directory = dirname(directory);
  return directory;
}
