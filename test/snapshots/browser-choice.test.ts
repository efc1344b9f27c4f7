import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserNotFound, selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { isBundledBrowserSupported } from '../../src/infrastructure/capture/browser/bundled-browser.ts';
import { sharedBrowser } from '../support/browser.ts';

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinbound-choice-'));
  directory = join(root, 'browser');
  for (const folder of ['early', 'late']) await mkdir(join(root, folder));
  vi.stubEnv('PATH', [join(root, 'early'), join(root, 'late')].join(':'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const STARTS = '#!/bin/sh\necho Chromium 1.2.3';
const FAILS = '#!/bin/sh\necho cannot find libnss3.so >&2; exit 127';

async function put(path: string, script: string): Promise<string> {
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}
const install = (folder: string, name: string, script: string) => put(join(root, folder, name), script);

/** Unpacks a bundled browser that does not start. */
async function breakBundled(): Promise<void> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8'));
  const unpacked = join(directory, `headless-shell-${version}`);
  await mkdir(unpacked, { recursive: true });
  await put(join(unpacked, 'chromium'), FAILS);
}

test('CHROMIUM_PATH comes first', async () => {
  await install('early', 'chromium', STARTS);
  const chromiumPath = await install('late', 'mine', STARTS);
  expect(await selectBrowser({ chromiumPath, directory: await sharedBrowser() })).toMatchObject({
    source: 'CHROMIUM_PATH',
    path: chromiumPath,
    version: 'Chromium 1.2.3',
  });
});

test('an unusable CHROMIUM_PATH is an error', async () => {
  await install('early', 'chromium', STARTS);
  const absent = selectBrowser({ chromiumPath: join(root, 'nothing'), directory });
  await expect(absent).rejects.toThrow(/^CHROMIUM_PATH is .*nothing, which is not an executable file$/);
  const chromiumPath = await install('late', 'mine', FAILS);
  await expect(selectBrowser({ chromiumPath, directory })).rejects.toThrow(/mine does not start: .*libnss3/s);
});

test('then an installed headless shell, which the system updates', async () => {
  await install('early', 'chromium', STARTS);
  const path = await install('late', 'chromium-headless-shell', STARTS);
  expect(await selectBrowser({ directory: await sharedBrowser() })).toMatchObject({ source: 'installed', path });
});

test.runIf(isBundledBrowserSupported())('then the bundled browser', async () => {
  await install('early', 'chromium', STARTS);
  await install('early', 'chromium-headless-shell', FAILS);
  vi.stubEnv('PATH', `${process.env.PATH}:/usr/bin:/bin`);
  expect(await selectBrowser({ directory: await sharedBrowser() })).toMatchObject({ source: 'bundled' });
});

test('if the bundled browser does not start, an installed one that does', async () => {
  await breakBundled();
  await install('early', 'chromium', FAILS);
  const path = await install('late', 'google-chrome', STARTS);
  expect(await selectBrowser({ directory })).toMatchObject({ source: 'installed', path });
});

test('if the bundled browser cannot be unpacked, an installed one', async () => {
  await writeFile(directory, 'not a directory');
  const path = await install('late', 'chromium', STARTS);
  expect(await selectBrowser({ directory })).toMatchObject({ source: 'installed', path });
});

test('without a browser, the error says what to install and why the others failed', async () => {
  await breakBundled();
  await install('early', 'chromium', FAILS);
  const chosen = selectBrowser({ directory });
  await expect(chosen).rejects.toThrow(BrowserNotFound);
  await expect(chosen).rejects.toThrow(
    /install Chromium or Google Chrome, or set CHROMIUM_PATH.*early\/chromium does not start: .*libnss3/s,
  );
});
