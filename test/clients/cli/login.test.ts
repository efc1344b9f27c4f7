import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { allow, createVisitor } from '../../support/oauth.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { type Place, pinbound } from './support.ts';

const app = useTestApp();
const ACTIONS = [...new Set([...TOKEN_PRESETS.fix, ...TOKEN_PRESETS.ci])];

let owner: TestUser;
let project: { id: string };
let folder: string;
let place: Place;
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  await createAnnotation(app, owner, project.id, { content: 'Wider, please' });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinbound-login-'));
  place = { env: { XDG_CONFIG_HOME: folder }, cwd: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const credentialsFile = () => join(folder, 'pinbound/credentials.json');
const stored = () => JSON.parse(readFileSync(credentialsFile(), 'utf8'))[app.url];
const store = (entry: object) => writeFileSync(credentialsFile(), JSON.stringify({ [app.url]: entry }));
const comments = () => pinbound(['comments', '--url', app.url, '--project', project.id], place);
const apps = async () => (await rest(app, 'GET', '/auth/connected-apps', { token: owner.token })).body;

/** Follows the address in a browser, decides there, and returns where the browser ends. */
async function decide(address: string, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const visit = createVisitor(app);
  const response = await visit(address);
  const id = new URL(response.headers.get('location') ?? '', app.url).searchParams.get('request') ?? '';
  const { body } = await rest(app, 'GET', `/auth/app-requests/${id}`, { token: owner.token });
  expect(body).toMatchObject({
    clientName: 'Pinbound CLI',
    isBuiltIn: true,
    redirectHost: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  });
  const path =
    decision === 'allow'
      ? await allow(app, owner, id, { actions: ACTIONS })
      : (await rest(app, 'POST', `/auth/app-requests/${id}/deny`, { token: owner.token })).body.redirectTo;
  return new URL((await visit(path)).headers.get('location') ?? '');
}

/** Logs in by a browser that does `act` with the address to which it returns. */
function login(act: (callback: URL) => Promise<void>, decision: 'allow' | 'deny' = 'allow') {
  let opened = 0;
  let failure: unknown;
  const openBrowser = (address: string) => {
    opened++;
    decide(address, decision)
      .then(act)
      .catch((error: unknown) => {
        failure = error;
      });
  };
  return pinbound(['login', app.url], { ...place, openBrowser }).then((printed) => {
    expect([opened, failure]).toEqual([1, undefined]);
    return printed;
  });
}

/** The browser returns with the code. */
async function follow(callback: URL): Promise<void> {
  const response = await fetch(callback);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toContain('Return to the terminal');
}

describe('by browser', () => {
  test('stores tokens that only their owner reads, and ends them with logout', async () => {
    const { code, out, err } = await login(follow);
    expect([code, out]).toEqual([0, expect.stringContaining(`Logged in to ${app.url}: `)]);
    expect(err).toContain(`${app.url}/oauth/authorize?client_id=pinbound-cli`);
    expect(statSync(credentialsFile()).mode & 0o777).toBe(0o600);
    const { refreshToken, accessTokens } = stored();
    expect([refreshToken, accessTokens.graphql.token]).toEqual([
      expect.stringMatching(/^pbr_/),
      expect.stringMatching(/^pbo_/),
    ]);
    expect((await comments()).out).toContain('Wider, please');

    expect((await pinbound(['logout', app.url], place)).out).toBe(`Logged out of ${app.url}.\n`);
    expect(readFileSync(credentialsFile(), 'utf8')).not.toMatch(/pb[or]_/);
    expect(await rest(app, 'GET', '/auth/me', { token: accessTokens.graphql.token })).toMatchObject({ status: 401 });
    expect((await apps())[0].revokedAt).not.toBeNull();
  });

  test('ends a former login to the same address', async () => {
    await login(follow);
    await login(follow);
    expect((await apps()).slice(0, 2).map(({ revokedAt }: { revokedAt: string | null }) => revokedAt === null)).toEqual(
      [true, false],
    );
    expect((await comments()).code).toBe(0);
  });

  test('reports a denial', async () => {
    expect(await login(follow, 'deny')).toMatchObject({
      code: 3,
      err: expect.stringContaining('pinbound: The request was denied in the browser'),
    });
  });

  test('ignores what does not belong to it', async () => {
    const printed = await login(async (callback) => {
      const changed = (name: string, value: string) => {
        const url = new URL(callback);
        url.searchParams.set(name, value);
        return url;
      };
      expect((await fetch(changed('state', 'x'))).status).toBe(404);
      expect((await fetch(new URL('/', callback))).status).toBe(404);
      expect((await fetch(callback, { method: 'POST' })).status).toBe(404);
      // A path that is not an address; fetch does not send it.
      const { hostname, port } = callback;
      const request = get({ hostname, port, path: '//' });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(404);
      await follow(callback);
    });
    expect(printed.code).toBe(0);
  });

  test('sends no code of another installation', async () => {
    const printed = await login(async (callback) => {
      callback.searchParams.set('iss', 'https://evil.example');
      await follow(callback);
    });
    expect(printed).toMatchObject({ code: 3, err: expect.stringContaining('is from another installation') });
  });
});

describe('by device', () => {
  test('waits until the member has typed the code', async () => {
    const waits: number[] = [];
    let typed = false;
    const printed = pinbound(['login', app.url, '--device'], {
      ...place,
      async sleep(ms: number) {
        waits.push(ms);
        if (waits.length < 2 || typed) return;
        typed = true;
        const [, code = ''] = /type the code (\S+)/.exec(shown()) ?? [];
        const body = { isDevice: true, actions: ACTIONS, allProjects: true };
        const { status } = await rest(app, 'POST', `/auth/app-requests/${code}/allow`, { token: owner.token, body });
        expect(status).toBe(200);
      },
      onError: (text: string) => {
        errors += text;
      },
    });
    expect((await printed).code).toBe(0);
    expect(waits.every((ms) => ms >= 5_000)).toBe(true);
    expect((await comments()).out).toContain('Wider, please');
  });

  test('reports a denial', async () => {
    const printed = await pinbound(['login', app.url, '--device'], {
      ...place,
      async sleep() {
        const [, code = ''] = /type the code (\S+)/.exec(shown()) ?? [];
        await rest(app, 'POST', `/auth/app-requests/${code}/deny`, { token: owner.token, body: { isDevice: true } });
      },
      onError: (text: string) => {
        errors += text;
      },
    });
    expect(printed).toMatchObject({ code: 3, err: expect.stringContaining('denied') });
  });

  let errors = '';
  const shown = () => errors;
  beforeEach(() => {
    errors = '';
  });
});

describe('a token that ends', () => {
  const expire = () => {
    const { refreshToken, accessTokens } = stored();
    const { token } = accessTokens.graphql;
    store({ refreshToken, accessTokens: { graphql: { token, expiresAt: Date.now() + 30_000 } } });
  };

  test('is replaced, once by programs at the same time', async () => {
    await login(follow);
    const before = stored();
    expire();
    const all = await Promise.all([comments(), comments(), comments()]);
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    const after = stored();
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect((await apps())[0].revokedAt).toBeNull();
    expire();
    expect((await comments()).code).toBe(0);
    expect((await apps())[0].revokedAt).toBeNull();
  });

  test('is replaced after the lock of a program that is gone', async () => {
    await login(follow);
    expire();
    const lock = `${credentialsFile()}.lock`;
    writeFileSync(lock, '');
    const past = new Date(Date.now() - 120_000);
    utimesSync(lock, past, past);
    expect((await comments()).code).toBe(0);
    expect(statSync(lock, { throwIfNoEntry: false })).toBeUndefined();
  });

  /** Runs `act` while an installation answers a refresh, and returns the file after it. */
  async function whileRefreshing(act: (url: string) => void): Promise<string> {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url !== '/oauth/token') return void response.writeHead(404).end('{}');
      act(url);
      return void response.end(JSON.stringify({ access_token: 'pbo_2', refresh_token: 'pbr_2', expires_in: 600 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    mkdirSync(dirname(credentialsFile()), { recursive: true });
    const entry = { refreshToken: 'pbr_1', accessTokens: {} };
    writeFileSync(credentialsFile(), JSON.stringify({ [url]: entry }));
    await pinbound(['token', '--url', url], place);
    await running;
    server.close();
    return readFileSync(credentialsFile(), 'utf8');
  }
  let running: Promise<unknown> | undefined;

  test('is not stored again by a refresh that a logout meets', async () => {
    const file = await whileRefreshing((url) => {
      running = pinbound(['logout', url], place);
    });
    expect(file).not.toContain('pbr_');
  });

  test('is replaced without removing the lock of another program', async () => {
    const lock = `${credentialsFile()}.lock`;
    const file = await whileRefreshing(() => writeFileSync(lock, 'another'));
    expect([readFileSync(lock, 'utf8'), file]).toEqual(['another', expect.stringContaining('pbr_2')]);
  });

  test('says that the login has ended', async () => {
    await login(follow);
    const [{ id }] = await apps();
    await rest(app, 'DELETE', `/auth/connected-apps/${id}`, { token: owner.token });
    expire();
    expect(await comments()).toMatchObject({
      code: 2,
      err: `pinbound: The login at ${app.url} has ended. Run: pinbound login ${app.url}\n`,
    });
    // A logout removes what has ended.
    expect((await pinbound(['logout', app.url], place)).code).toBe(0);
  });
});

test('the relay gets a token for tools, and commands one for the API', async () => {
  await login(follow);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { out } = await pinbound(['mcp', '--url', app.url], { ...place, input: `${JSON.stringify(message)}\n` });
  expect(JSON.parse(out).result.tools.length).toBeGreaterThan(10);
  const { accessTokens } = stored();
  expect(Object.keys(accessTokens).sort()).toEqual(['graphql', 'mcp']);
  expect(accessTokens.mcp.token).not.toBe(accessTokens.graphql.token);
  expect((await comments()).code).toBe(0);
});

test('logout without a connection removes the tokens, and says what is left', async () => {
  await login(follow);
  const gone = 'http://127.0.0.1:9';
  writeFileSync(credentialsFile(), JSON.stringify({ [gone]: stored() }));
  expect(await pinbound(['logout', gone], place)).toMatchObject({
    code: 3,
    err: expect.stringContaining('Disconnect "Pinbound CLI" in the dashboard'),
  });
  expect(readFileSync(credentialsFile(), 'utf8')).not.toContain('pbr_');
});

test('logout of an access token says that it stays valid', async () => {
  const { token } = await createPersonalToken(app, owner);
  await pinbound(['login', app.url, '--token'], { ...place, input: token });
  expect((await pinbound(['logout', app.url], place)).out).toContain('The token stays valid: revoke it');
});

test('sends nothing to an installation that calls itself otherwise', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: 'https://evil.example' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const printed = await pinbound(['login', url], { ...place, openBrowser: () => expect.unreachable() });
  server.close();
  expect(printed).toMatchObject({
    code: 2,
    err: 'pinbound: The installation calls itself https://evil.example. Run: pinbound login https://evil.example\n',
  });
  expect(requests).toEqual(['/.well-known/oauth-authorization-server']);
});

test('rejects an address that is not of Pinbound, and two ways at once', async () => {
  expect(await pinbound(['login', 'http://127.0.0.1:9'], place)).toMatchObject({
    code: 3,
    err: expect.stringContaining('No response from http://127.0.0.1:9: '),
  });
  expect(await pinbound(['login', app.url, '--device', '--token'], place)).toMatchObject({
    code: 2,
    err: 'pinbound: expected one of --device and --token\n',
  });
});
