import { chown, lstat, mkdir, readlink, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findNssWrapper } from '../../src/infrastructure/embedded-postgres/nss-wrapper.ts';
import { findInaccessibleDirectory } from '../../src/infrastructure/embedded-postgres/permissions.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoToken } from '../support/demo.ts';
import { killServers, startServer } from '../support/server-process.ts';

/** The browser that others share may be closed to a user; unpacking one takes seconds. */
const NO_BROWSER = { CHROMIUM_PATH: '/nonexistent' };
const NOBODY = { uid: 65_534, gid: 65_534 };
const asRoot = process.getuid?.() === 0;
const staged: string[] = [];

afterEach(killServers);
afterAll(async () => {
  await cleanUp();
  for (const path of staged) await rm(path, { recursive: true, force: true });
});

/** Not a user of any machine. */
const UNKNOWN = { uid: 1_987_654, gid: 1_987_654 };

/** System users that start the server, and the mode of the parent of the data directory. */
const cases: [who: string, user: { uid?: number; gid?: number }, mode: number][] = [
  ['this user, in a private directory', {}, 0o700],
];
// Root can be anybody, and the others must be able to read the checkout.
const canBeOthers = asRoot && !(await findInaccessibleDirectory(resolve('.'), NOBODY));
if (canBeOthers) {
  cases.push(['an ordinary user, in a directory of its own', NOBODY, 0o755]);
}

test.each(cases)('starts, restarts and stops as %s', async (_who, user, mode) => {
  const base = await temporaryDirectory(mode);
  const dataDir = watchDataDir(join(base, 'data'));
  await mkdir(dataDir, { mode: 0o700 });
  if (user.uid !== undefined) await chown(dataDir, user.uid, user.gid ?? user.uid);

  for (const _start of ['first', 'second']) {
    const server = await startServer({ DATA_DIR: dataDir, ...NO_BROWSER }, { ...user, cwd: base });
    await server.ready();
    await demoToken(server);
    const cluster = join(dataDir, 'postgres');
    if ((await lstat(cluster)).isSymbolicLink()) staged.push(dirname(await readlink(cluster)));
    expect((await stat(cluster)).uid).not.toBe(0);
    expect((await stat(base)).mode & 0o777).toBe(mode);
    expect(await server.stop()).toMatchObject({ code: 0 });
  }
});

test.runIf(canBeOthers)('starts as a user id without an entry in /etc/passwd, or names the remedies', async () => {
  const base = await temporaryDirectory(0o755);
  const dataDir = watchDataDir(join(base, 'data'));
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, UNKNOWN.uid, UNKNOWN.gid);
  const server = await startServer({ DATA_DIR: dataDir, ...NO_BROWSER }, { ...UNKNOWN, cwd: base });
  if (findNssWrapper()) {
    await server.ready();
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(UNKNOWN.uid);
    expect(await server.stop()).toMatchObject({ code: 0 });
    return;
  }
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('The user id 1987654 has no entry in /etc/passwd');
  expect(server.output()).toContain('pinbound:x:1987654:1987654::/:/usr/sbin/nologin');
});
