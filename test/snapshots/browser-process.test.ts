import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SelectedBrowser, selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { startBrowser } from '../../src/infrastructure/capture/browser/browser-process.ts';
import { removeStaleProfiles } from '../../src/infrastructure/capture/browser/stale-profiles.ts';
import { sharedBrowser } from '../support/browser.ts';

const OPTIONS = { sandbox: process.getuid?.() !== 0, deadlineMs: 60_000 };

let chosen: SelectedBrowser;
let directory: string;
beforeAll(async () => {
  chosen = await selectBrowser({ chromiumPath: process.env.CHROMIUM_PATH, directory: await sharedBrowser() });
  directory = await mkdtemp(join(tmpdir(), 'pinbound-programs-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Creates a browser that exits at its first `failures` starts. */
async function unreliable(name: string, failures: number): Promise<SelectedBrowser> {
  const path = join(directory, name);
  const starts = `${path}-starts`;
  await writeFile(
    path,
    `#!/bin/sh\necho >> '${starts}'\n[ $(wc -l < '${starts}') -gt ${failures} ] || exit 1\nexec '${chosen.path}' "$@"\n`,
  );
  await chmod(path, 0o700);
  return { ...chosen, path };
}

test('the protocol timeout exceeds the capture deadline', async () => {
  const { browser, close } = await startBrowser(chosen, OPTIONS);
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  expect(session.connection()?.timeout).toBeGreaterThan(OPTIONS.deadlineMs);
  await close();
});

test('a browser that exits while it starts is started again, once', async () => {
  const { isAlive, close } = await startBrowser(await unreliable('once', 1), OPTIONS);
  expect(isAlive()).toBe(true);
  await close();
  const broken = await unreliable('always', 9);
  await expect(startBrowser(broken, { ...OPTIONS, sandbox: false })).rejects.toThrow('the browser did not start');
  // A forbidden sandbox ends the browser likewise, and only its standard error says so.
  await expect(startBrowser(broken, { ...OPTIONS, sandbox: true })).rejects.toThrow(
    /^the browser exited while it started\. .*deploy\/seccomp\.json.*CAPTURE_SANDBOX=off/,
  );
});

test('profiles of processes that exited are removed, other directories are kept', async () => {
  const kept = [`pinbound-browser-${process.pid}-aB3`, 'pinbound-browser-9tXaB3', 'pinbound-browser-x'];
  const names = [...kept, 'pinbound-browser-999999999-aB3'];
  for (const name of names) await mkdir(join(tmpdir(), name));
  await removeStaleProfiles();
  const present = await readdir(tmpdir());
  expect(names.filter((name) => present.includes(name))).toEqual(kept);
  for (const name of kept) await rm(join(tmpdir(), name), { recursive: true });
});
