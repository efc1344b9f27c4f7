import { readFile } from 'node:fs/promises';
import { browserWarning } from '../src/infrastructure/capture/browser/browser-release.ts';

/**
 * Fails if the bundled browser is too old to release. It is not part of `npm test`, which would
 * fail by the calendar until another project publishes a newer package.
 */
const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8'));
const warning = browserWarning(`The bundled Chromium ${version}`);
process.stdout.write(`${warning ?? `The bundled Chromium ${version} is current`}\n`);
if (warning) process.exitCode = 1;
