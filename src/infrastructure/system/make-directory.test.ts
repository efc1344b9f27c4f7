import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from './make-directory.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinbound-directories-'));
});
afterAll(() => rm(root, { recursive: true }));

test('creates missing directories, also concurrently, and keeps existing ones', async () => {
  const path = join(root, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeDirectory(path, 0o700)));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await writeFile(join(path, 'file'), '');
  expect(await makeDirectory(path, 0o755)).toBe(false);
  expect(await readdir(path)).toEqual(['file']);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await makeDirectory(join(path, 'd'))).toBe(true);
});

test('rejects a path below a file', async () => {
  await writeFile(join(root, 'file'), '');
  await expect(makeDirectory(join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeDirectory(join(root, 'file', 'a'))).rejects.toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('refuses where the system makes none', async () => {
  await expect(makeDirectory('/proc/pinbound/data')).rejects.toThrow(/ENOENT|EACCES/);
});
