import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unpackBundledBrowser } from '../../src/infrastructure/capture/browser/bundled-browser.ts';

const directory = await mkdtemp(join(tmpdir(), 'pinbound-unpacked-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

test('concurrent processes unpack one browser; drafts of dead processes are removed, those of living ones kept', async () => {
  for (const name of ['unpacking-dead', 'unpacking-alive']) await mkdir(join(directory, name));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(directory, 'unpacking-dead'), anHourAgo, anHourAgo);
  const [one, other] = await Promise.all([unpackBundledBrowser(directory), unpackBundledBrowser(directory)]);
  expect(one).toEqual(other);
  expect((await stat(one.path)).mode & 0o777).toBe(0o700);
  const names = (await readdir(directory)).map((name) => name.replace(/[\d.]+$/, 'VERSION'));
  expect(names.sort()).toEqual(['headless-shell-VERSION', 'unpacking-alive']);
});
