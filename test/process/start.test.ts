import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { rest } from '../support/client.ts';
import { cleanUp, serverPid, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject, demoToken } from '../support/demo.ts';
import { killServers, startServer } from '../support/server-process.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
});
afterAll(async () => {
  await killServers();
  await cleanUp();
});

/** Each test leaves the data directory to the next. */
describe.sequential('one data directory', () => {
  let token: string;
  let annotationId: string;

  test('the first start says where things are, and its login works', async () => {
    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    const isLog = (line: string) => line.startsWith('{');
    const lines = server.output().trim().split('\n');
    // The browser and the log may have a line more by now, or not yet.
    expect(lines.filter((line) => line !== '' && !isLog(line)).length, server.output()).toBeLessThanOrEqual(8);
    expect(lines.filter(isLog).length, server.output()).toBeLessThanOrEqual(2);
    const [, email, password] = /Demo login +(\S+) \/ (\S+)/.exec(server.output()) ?? [];
    expect((await rest(server, 'POST', '/auth/login', { body: { email, password } })).status).toBe(200);
    expect(server.output()).toContain(dataDir);

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

  test('the second start has everything, tokens included', async () => {
    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    const kept = await rest(server, 'GET', `/annotations/${annotationId}`, { token });
    expect(kept.body.content).toBe('Kept');
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test.each([
    ['the process alone', false],
    ['the process and its PostgreSQL', true],
  ])('kill -9 of %s costs nothing; the next start takes over', async (_what, postgresToo) => {
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

  test('a second process is refused, in a sentence, and the first does not notice', async () => {
    const first = await startServer({ DATA_DIR: dataDir });
    const second = await startServer({ DATA_DIR: dataDir });
    const outcomes = await Promise.race([
      first.ended.then((code) => ({ code, refused: first, other: second })),
      second.ended.then((code) => ({ code, refused: second, other: first })),
    ]);
    const { code, refused, other } = outcomes;
    expect(code).toBe(1);
    expect(refused.output().trim()).toMatch(
      /^Another Pinbound \(process \d+\) is already running with DATA_DIR .*\. Stop it first, or set DATA_DIR/,
    );
    await other.ready();
    await demoToken(other);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    expect(await other.stop()).toMatchObject({ code: 0 });
  });

  test('a taken port is told in a sentence, before anything is touched', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const untouched = join(await temporaryDirectory(), 'data');
    const server = await startServer({ DATA_DIR: untouched, PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to a free port.`,
    );
    await expect(readdir(untouched)).rejects.toThrow('ENOENT');
    taken.close();
  });
});

const refused: [what: string, env: NodeJS.ProcessEnv, problems: RegExp[]][] = [
  [
    'several bad settings, all at once, secrets not shown',
    { PORT: 'http', ROLE: 'boss', AUTH_SECRET: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@localhost/x' },
    [/PORT.*found "http"/, /ROLE.*found "boss"/, /AUTH_SECRET: each secret needs 32/, /DATABASE_URL/],
  ],
  [
    'ROLE=api without DATABASE_URL, and production without AUTH_SECRET',
    { ROLE: 'api', NODE_ENV: 'production' },
    [/ROLE: api needs DATABASE_URL/, /AUTH_SECRET: required when NODE_ENV=production/],
  ],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/x' },
    [/127\.0\.0\.1:1.*ECONNREFUSED/],
  ],
  [
    'a data directory that cannot be made',
    { DATA_DIR: process.platform === 'linux' ? '/proc/pinbound' : '/dev/null/pinbound' },
    [/Cannot use the data directory \/.*pinbound: EN.*\. Make it writable/],
  ],
];

describe.concurrent('refused with exit code 1', () => {
  test.each(refused)('%s', async (_what, env, problems) => {
    const server = await startServer({ DATA_DIR: join(await temporaryDirectory(), 'data'), ...env });
    expect(await server.ended).toBe(1);
    for (const problem of problems) expect(server.output()).toMatch(problem);
    expect(server.output()).not.toMatch(/hunter2|\n\s+at /);
  });
});
