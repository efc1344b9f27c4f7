import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { sharedBrowserProgram } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { cleanUp, serverPid, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { freePort, killServers, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let port: string;
const start = () => startServer({ DATA_DIR: dataDir, PORT: port });

beforeAll(async () => {
  dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  port = String(await freePort());
});
afterEach(killServers);
afterAll(cleanUp);

/** Opens a WebSocket that never answers, hence never says goodbye. */
async function deafWebSocket(server: ServerProcess): Promise<void> {
  const upgrade = request(`${server.url}/graphql`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-protocol': 'graphql-transport-ws',
    },
  }).end();
  const [, socket] = await once(upgrade, 'upgrade');
  socket.on('error', () => undefined).pause();
}

/** Posts annotations one after the other until the server goes; notes what it has acknowledged. */
async function write(server: ServerProcess, token: string, projectId: string, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const body = { projectId, content: `Note ${n}`, url: 'https://shop.example/' };
    const response = await rest(server, 'POST', '/annotations', { token, body }).catch(() => undefined);
    if (response?.status !== 201) return;
    acknowledged.push(response.body.id);
  }
}

test('continues when its output is no longer read', async () => {
  const CHROMIUM_PATH = await sharedBrowserProgram();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: port, CHROMIUM_PATH };
  const child = spawn(process.execPath, ['dist/server.js'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const readiness = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.json(),
      () => null,
    );
  // The line that names the browser comes last, once it was found.
  await expect
    .poll(readiness, { timeout: 110_000 })
    .toMatchObject({ status: 'ok', browser: expect.stringMatching(/\(.+\)$/) });
  await delay(500);
  expect([child.exitCode, await readiness()]).toEqual([null, expect.objectContaining({ status: 'ok' })]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('SIGTERM under load: exits cleanly, loses nothing acknowledged, and clients reconnect', async () => {
  const server = await start();
  await server.ready();
  const { token, projectId } = await demoProject(server);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { annotation { content } } }`;
  const contents: string[] = [];
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
  });
  client.subscribe<{ annotationChanged: { annotation: { content: string } } }>(
    { query },
    {
      next: ({ data }) => data && contents.push(data.annotationChanged.annotation.content),
      error: (error) => contents.push(`error ${error}`),
      complete: () => contents.push('complete'),
    },
  );
  const stream = transports['server-sent events']?.(server, { query, token });
  const activity = `subscription { activityChanged(projectId: "${projectId}") { views } }`;
  const activityStream = transports['server-sent events']?.(server, { query: activity, token });
  await waitForSubscribers(server, 3);
  await deafWebSocket(server);
  const postgres = await serverPid(dataDir);
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 4 }, () => write(server, token, projectId, acknowledged));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);

  const { code } = await server.stop();
  expect(code, server.output()).toBe(0);
  expect(isAlive(postgres)).toBe(false);
  expect(await stream?.ended).toBe('complete');
  expect(await activityStream?.ended).toBe('complete');
  await Promise.all(writers);

  const next = await start();
  await next.ready();
  await waitForSubscribers(next, 1);
  const body = { projectId, content: 'After the restart', url: 'https://shop.example/' };
  await rest(next, 'POST', '/annotations', { token, body });
  await expect.poll(() => contents.at(-1)).toBe('After the restart');
  expect(contents).not.toContain('complete');
  const list = await rest(next, 'GET', `/annotations/project/${projectId}?limit=500`, { token });
  const kept = new Set(list.body.map(({ id }: { id: string }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  await client.dispose();
  expect(await next.stop()).toMatchObject({ code: 0 });
});

/** A stop leaves silent connections open somewhat longer, milliseconds. */
const SILENCE_MS = 200;

/**
 * Posts annotations sequentially over one connection until it ends.
 * @returns the Connection headers of the responses, and the last error; `too late` for a request on
 * a connection that may have been idle for too long
 */
async function writeOverOneConnection(server: ServerProcess, token: string, projectId: string, onAnswer: () => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const connections = new Set<string | undefined>();
  for (let n = 0, last = performance.now(); ; n += 1) {
    const silence = performance.now() - last;
    last += silence;
    const post = request(`${server.url}/annotations`, { method: 'POST', agent, headers });
    try {
      post.end(JSON.stringify({ projectId, content: `Note ${n}`, url: 'https://shop.example/' }));
      const [response] = (await once(post, 'response')) as [IncomingMessage];
      await text(response);
      connections.add(`${response.statusCode} ${response.headers.connection}`);
      onAnswer();
    } catch (error) {
      if (post.reusedSocket && silence > SILENCE_MS) return 'too late';
      return [...connections, (error as NodeJS.ErrnoException).code];
    }
  }
}

test('SIGTERM with keep-alive clients: each last response closes its connection, and none is cut', async () => {
  const server = await startServer({ DATA_DIR: dataDir, PORT: port, RATE_LIMIT_USER: '0' });
  await server.ready();
  const { token, projectId } = await demoProject(server);
  let responses = 0;
  const writers = Array.from({ length: 8 }, () =>
    writeOverOneConnection(server, token, projectId, () => (responses += 1)),
  );
  await expect.poll(() => responses).toBeGreaterThan(40);

  const { code } = await server.stop();
  expect(code, server.output()).toBe(0);
  for (const end of await Promise.all(writers)) {
    expect(['too late', ['201 keep-alive', '201 close', 'ECONNREFUSED']]).toContainEqual(end);
  }
  expect(server.output()).not.toContain('"level":50');
});

const moments: [string, (server: ServerProcess) => Promise<boolean>][] = [
  ['it responds on its port', async (server) => (await fetch(server.url).catch(() => undefined)) !== undefined],
  ['its PostgreSQL is starting', async () => (await readPostmasterPid(join(dataDir, 'postgres'))) !== undefined],
];

test.each(moments)('SIGTERM during a start, when %s, leaves nothing behind', async (_moment, reached) => {
  const server = await start();
  const ended = server.exited.then((end) => Promise.reject(new Error(`it ended (${end}):\n${server.output()}`)));
  await Promise.race([ended, expect.poll(() => reached(server), { interval: 2 }).toBe(true)]);
  const { code } = await server.stop();
  expect(code, server.output()).toBe(0);
  expect(await readPostmasterPid(join(dataDir, 'postgres'))).toBeUndefined();
  await expect(readFile(join(dataDir, 'pinbound.pid'))).rejects.toThrow('ENOENT');
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops it, and a second one does not interrupt the stop',
  async (signal) => {
    const server = await start();
    await server.ready();
    await deafWebSocket(server);
    const postgres = await serverPid(dataDir);
    process.kill(server.pid, signal);
    const isGone = () =>
      fetch(server.url).then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, { interval: 20 }).toBe(true);
    process.kill(server.pid, signal);
    expect(await server.exited, server.output()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  },
);

test('SIGTERM ends a process whose PostgreSQL was killed or is frozen', async () => {
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const server = await start();
    await server.ready();
    const postgres = await serverPid(dataDir);
    process.kill(postgres, signal);
    await server.stop();
    expect(isAlive(postgres)).toBe(false);
  }
});
