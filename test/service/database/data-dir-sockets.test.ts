import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lockDataDir } from '../../../src/infrastructure/system/data-dir-lock.ts';
import { claimBySocket } from '../../../src/infrastructure/system/data-dir-sockets.ts';
import { cleanUp, firstLine, killHard, startNode, temporaryDirectory } from '../../support/data-dirs.ts';

const fixture = (name: string) => ['--import', 'tsx', join(import.meta.dirname, 'fixtures', name)];
const onNoSocket = (cause: Error) => {
  throw cause;
};
const sockets = async (directory: string) => (await readdir(directory)).filter((name) => /\.(sock|draft)$/.test(name));

afterAll(cleanUp);

describe.runIf(process.platform === 'linux')('a directory locked by a socket', () => {
  test('has one owner until it is released', async () => {
    // Longer than the path of a socket can be.
    const directory = join(await temporaryDirectory(), 'd'.repeat(120));
    await mkdir(directory);
    const release = await claimBySocket(directory, onNoSocket);
    expect(await sockets(directory)).toHaveLength(1);
    expect(await claimBySocket(directory, onNoSocket)).toBeUndefined();
    expect(await sockets(directory)).toHaveLength(1);
    await release?.();
    expect(await sockets(directory)).toEqual([]);
    await (await claimBySocket(directory, onNoSocket))?.();
  });

  test('admits one of twenty concurrent claims, despite leftovers of killed ones', async () => {
    const directory = await temporaryDirectory();
    const killed = startNode([...fixture('claim-by-socket.ts'), directory]);
    expect(await firstLine(killed)).toEqual({ locked: true });
    await killHard(killed);
    expect(await sockets(directory)).toHaveLength(1);

    for (let round = 0; round < 20; round++) {
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimBySocket(directory, onNoSocket)));
      const won = claims.filter((release) => release !== undefined);
      expect(won).toHaveLength(1);
      expect(await sockets(directory)).toHaveLength(1);
      for (const release of won) await release();
    }
    expect(await sockets(directory)).toEqual([]);
  });

  test('admits one of several concurrent processes', async () => {
    const directory = await temporaryDirectory();
    const children = Array.from({ length: 6 }, () => startNode([...fixture('claim-by-socket.ts'), directory]));
    const results = await Promise.all(children.map((child) => firstLine<{ locked: boolean }>(child)));
    expect(results.filter(({ locked }) => locked)).toHaveLength(1);
  });

  test('stays locked by a frozen process', async () => {
    const directory = await temporaryDirectory();
    const holder = startNode([...fixture('claim-by-socket.ts'), directory]);
    expect(await firstLine(holder)).toEqual({ locked: true });
    holder.kill('SIGSTOP');
    expect(await claimBySocket(directory, onNoSocket)).toBeUndefined();
    await killHard(holder);
    await (await claimBySocket(directory, onNoSocket))?.();
  });

  test('waits for a claim with a later name, and gives up when that one succeeds', async () => {
    const directory = await temporaryDirectory();
    let state = 'a';
    let asked = 0;
    const later = createServer((connection) => {
      asked += 1;
      connection.end(state);
    }).listen(join(directory, `pinbound-${'f'.repeat(36)}.sock`));
    const claim = claimBySocket(directory, onNoSocket);
    await expect.poll(() => asked).toBeGreaterThan(2);
    state = 'h';
    expect(await claim).toBeUndefined();

    state = 'a';
    const second = claimBySocket(directory, onNoSocket);
    await expect.poll(() => asked).toBeGreaterThan(5);
    await new Promise((closed) => later.close(closed));
    const release = await second;
    expect(release).toBeDefined();
    await release?.();
  });

  test('does not modify other files', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'other.sock'), 'x');
    await (await claimBySocket(directory, onNoSocket))?.();
    expect(await readFile(join(directory, 'other.sock'), 'utf8')).toBe('x');
  });

  test('is locked without a socket, with a warning, where none can be created', async () => {
    const warnings: unknown[] = [];
    // No user can create files in /proc.
    expect(await claimBySocket('/proc/self', (cause) => warnings.push(cause))).toBeTypeOf('function');
    expect(warnings).toHaveLength(1);
  });
});

const PROGRAM = 'unshare';
const ISOLATED = ['--net', '--pid', '--ipc', '--uts', '--fork', '--mount-proc', '--kill-child'];
const canIsolate = (() => {
  try {
    execFileSync(PROGRAM, [...ISOLATED, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.runIf(canIsolate)('a container rejects the DATA_DIR of another one', async () => {
  const directory = await temporaryDirectory();
  const release = await lockDataDir(directory);
  const command = [...ISOLATED, process.execPath, ...fixture('lock-data-dir.ts'), directory];
  const other = spawn(PROGRAM, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await firstLine(other)).toEqual({
    locked: false,
    error: expect.stringContaining(
      `Another Pinbound (of another container) is already running with DATA_DIR ${directory}`,
    ),
  });
  await release();
});
