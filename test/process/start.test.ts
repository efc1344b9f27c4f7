import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { rest } from '../support/client.ts';
import { cleanUp, serverPid, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject, demoToken } from '../support/demo.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
});
afterAll(async () => {
  await killServers();
  await cleanUp();
});

/** The address by which a browser on this machine reaches the service. */
const local = ({ url }: ServerProcess) => url.replace('127.0.0.1', 'localhost');

/** Each test leaves the data directory to the next. */
describe.sequential('one data directory', () => {
  let token: string;
  let annotationId: string;

  test('the first start logs URLs and a working login', async () => {
    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    const records = server.records();
    // The browser may have a record by now, or not yet.
    expect(records.length, server.output()).toBeLessThanOrEqual(3);
    const ready = records.find(({ msg }) => msg === 'Pinbound is ready');
    expect(ready).toMatchObject({
      level: 30,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      role: 'all',
      startMs: expect.any(Number),
      dashboard: `${local(server)}/app`,
      demoPage: `${local(server)}/demo`,
      graphiql: `${local(server)}/graphql`,
      restExplorer: `${local(server)}/docs`,
      data: `${dataDir} (embedded PostgreSQL)`,
      snapshots: join(dataDir, 'objects'),
    });
    const [email, password] = String(ready?.demoLogin).split(' / ');
    expect((await rest(server, 'POST', '/auth/login', { body: { email, password } })).status).toBe(200);

    const demo = await demoProject(server);
    token = demo.token;
    const body = { projectId: demo.projectId, content: 'Kept', url: 'https://shop.example/' };
    const created = await rest(server, 'POST', '/annotations', { token, body });
    expect(created.status).toBe(201);
    annotationId = created.body.id;
    for (const path of ['/demo', '/graphql', '/docs']) {
      const page = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 200]);
    }
    const postgres = await serverPid(dataDir);
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(isAlive(postgres)).toBe(false);
  });

  test('the second start keeps all data and accepts earlier tokens', async () => {
    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    const kept = await rest(server, 'GET', `/annotations/${annotationId}`, { token });
    expect(kept.body.content).toBe('Kept');
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test.each([
    ['the process alone', false],
    ['the process and its PostgreSQL', true],
  ])('kill -9 of %s loses no data; the next start continues', async (_what, postgresToo) => {
    const killed = await startServer({ DATA_DIR: dataDir });
    await killed.ready();
    const orphan = await serverPid(dataDir);
    await killed.kill();
    if (postgresToo) process.kill(orphan, 'SIGKILL');

    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    expect((await rest(server, 'GET', `/annotations/${annotationId}`, { token })).body.content).toBe('Kept');
    await demoToken(server);
    const postgres = await serverPid(dataDir);
    expect(postgres === orphan).toBe(!postgresToo);
    expect(await server.stop()).toMatchObject({ code: 0 });
    for (const pid of [orphan, postgres]) expect(isAlive(pid)).toBe(false);
  });

  test('a second process is rejected with a message, and the first is unaffected', async () => {
    const first = await startServer({ DATA_DIR: dataDir });
    const second = await startServer({ DATA_DIR: dataDir });
    const outcomes = await Promise.race([
      first.exited.then((code) => ({ code, refused: first, other: second })),
      second.exited.then((code) => ({ code, refused: second, other: first })),
    ]);
    const { code, refused: rejected, other } = outcomes;
    expect(code).toBe(1);
    expect(rejected.records().map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^Another Pinbound \(process \d+\) is already running with DATA_DIR .*\. Stop it first, or set DATA_DIR/,
      ),
    ]);
    await other.ready();
    await demoToken(other);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    expect(await other.stop()).toMatchObject({ code: 0 });
  });
});
