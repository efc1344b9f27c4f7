import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseBrowser, NoBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { bundledBrowserFits } from '../../src/infrastructure/capture/browser/bundled-browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinbound-choice-'));
  directory = join(root, 'browser');
  for (const place of ['early', 'late']) await mkdir(join(root, place));
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
const install = (place: string, name: string, script: string) => put(join(root, place, name), script);

/** A directory in which the one that came along is unpacked already, and does not start. */
async function breakBundled(): Promise<void> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8'));
  const unpacked = join(directory, `headless-shell-${version}`);
  await mkdir(unpacked, { recursive: true });
  await put(join(unpacked, 'chromium'), FAILS);
}

test('the one that is set comes first', async () => {
  await install('early', 'chromium', STARTS);
  const chromiumPath = await install('late', 'mine', STARTS);
  expect(await chooseBrowser({ chromiumPath, directory: await sharedBrowser() })).toMatchObject({
    source: 'CHROMIUM_PATH',
    path: chromiumPath,
    version: 'Chromium 1.2.3',
  });
});

test('one that is set and cannot be used is no reason to take another', async () => {
  await install('early', 'chromium', STARTS);
  const absent = chooseBrowser({ chromiumPath: join(root, 'nothing'), directory });
  await expect(absent).rejects.toThrow(/^CHROMIUM_PATH names .*nothing, which is not a program that can be run$/);
  const chromiumPath = await install('late', 'mine', FAILS);
  await expect(chooseBrowser({ chromiumPath, directory })).rejects.toThrow(/mine does not start: .*libnss3/s);
});

test.runIf(bundledBrowserFits())('then the one that came along', async () => {
  await install('early', 'chromium', STARTS);
  vi.stubEnv('PATH', `${process.env.PATH}:/usr/bin:/bin`);
  expect(await chooseBrowser({ directory: await sharedBrowser() })).toMatchObject({ source: 'bundled' });
});

test('where that one does not start, one that is installed and does', async () => {
  await breakBundled();
  await install('early', 'chromium', FAILS);
  const path = await install('late', 'google-chrome', STARTS);
  expect(await chooseBrowser({ directory })).toMatchObject({ source: 'installed', path });
});

test('where that one cannot be unpacked, too', async () => {
  await writeFile(directory, 'in the way');
  const path = await install('late', 'chromium', STARTS);
  expect(await chooseBrowser({ directory })).toMatchObject({ source: 'installed', path });
});

test('without any, the error says what to install, and why the others failed', async () => {
  await breakBundled();
  await install('early', 'chromium', FAILS);
  const chosen = chooseBrowser({ directory });
  await expect(chosen).rejects.toThrow(NoBrowser);
  await expect(chosen).rejects.toThrow(
    /install Chromium or Google Chrome, or set CHROMIUM_PATH.*early\/chromium does not start: .*libnss3/s,
  );
});
