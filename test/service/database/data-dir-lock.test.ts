import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkDataDir, lockDataDir } from '../../../src/infrastructure/system/data-dir-lock.ts';
import { cleanUp, firstLine, killHard, startNode, temporaryDirectory } from '../../support/data-dirs.ts';

const FIXTURE = ['--import', 'tsx', join(import.meta.dirname, 'fixtures', 'lock-data-dir.ts')];

/** Above every system's largest process id. */
const GONE = 2 ** 30;

afterAll(cleanUp);

it('creates a private directory, locks it exclusively, and releases it', async () => {
  const base = await temporaryDirectory();
  const dataDir = join(base, 'deep', 'data');
  const release = await lockDataDir(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect(Number(await readFile(join(dataDir, 'pinbound.pid'), 'utf8'))).toBe(process.pid);
  await symlink(dataDir, join(base, 'link'));
  for (const path of [dataDir, join(base, 'link')]) {
    await expect(lockDataDir(path)).rejects.toMatchObject({
      name: 'StartupError',
      message:
        `Another Pinbound (process ${process.pid}) is already running with DATA_DIR ${dataDir}. ` +
        'Stop it first, or set DATA_DIR to another directory.',
    });
  }
  await (await lockDataDir(join(base, 'other')))();
  await release();
  await (await lockDataDir(dataDir))();
});

it('keeps the mode of an existing directory', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  await mkdir(dataDir, { mode: 0o755 });
  await (await lockDataDir(dataDir))();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
});

it('admits one of several concurrent processes, and the next one after it was killed', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  const children = [1, 2, 3].map(() => startNode([...FIXTURE, dataDir]));
  const results = await Promise.all(children.map((child) => firstLine<{ locked: boolean; error?: string }>(child)));
  expect(results.filter(({ locked }) => locked)).toHaveLength(1);
  for (const { locked, error } of results) if (!locked) expect(error).toContain('is already running with DATA_DIR');

  const holder = children[results.findIndex(({ locked }) => locked)];
  await expect(lockDataDir(dataDir)).rejects.toThrow(`Another Pinbound (process ${holder?.pid}) is already running`);
  if (holder) await killHard(holder);
  const release = await lockDataDir(dataDir);
  expect(Number(await readFile(join(dataDir, 'pinbound.pid'), 'utf8'))).toBe(process.pid);
  await release();
});

it('reports an owner before its pid is written, and none after it was killed', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  const release = await lockDataDir(dataDir);
  const pidFile = join(dataDir, 'pinbound.pid');
  await writeFile(pidFile, `${GONE}\n`);
  const rejected = lockDataDir(dataDir);
  setTimeout(() => void writeFile(pidFile, `${process.pid}\n`), 200);
  await expect(rejected).rejects.toThrow(`Another Pinbound (process ${process.pid}) is already running`);

  await writeFile(pidFile, `${GONE}\n`);
  await expect(lockDataDir(dataDir)).rejects.toThrow('Another Pinbound is already running');
  await release();
});

it('distinguishes a read-only directory from a writable one, and leaves no file', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  await checkDataDir(dataDir);
  expect(await readdir(dataDir)).toEqual([]);
  // No user can create files there.
  if (process.platform === 'linux') {
    await expect(checkDataDir('/proc/self')).rejects.toThrow(/^Cannot use the data directory .*set DATA_DIR/);
  }
});

it('describes the remedy when the directory cannot be created or written, and keeps no lock', async () => {
  const base = await temporaryDirectory();
  await writeFile(join(base, 'file'), '');
  await expect(lockDataDir(join(base, 'file', 'data'))).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('set DATA_DIR'),
  });
  await mkdir(join(base, 'data', 'pinbound.pid'), { recursive: true });
  for (const _attempt of [1, 2]) {
    await expect(lockDataDir(join(base, 'data'))).rejects.toThrow(/^Cannot use the data directory .*EISDIR/);
  }
});
