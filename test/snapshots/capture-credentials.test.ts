import type { IncomingMessage, RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { deploy, readDeployment } from '../support/deployments.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';

// Five seconds: Chromium, and deployments of a protected page.

const KEY = 'let-me-in-1234';
/** Credentials that a request carried, by its path. */
type Received = Record<string, unknown>;

/** Serves pages, and records the credentials of each request. */
async function recorded(site: Record<string, string | RequestListener>) {
  const received: Received = {};
  const record = ({ method, url = '/', headers }: IncomingMessage) => {
    const { authorization, cookie = '', 'x-key': key } = headers;
    received[`${method} ${url}`] = [authorization !== undefined, key === KEY, cookie];
  };
  const listeners = Object.entries(site).map(([path, content]): [string, RequestListener] => [
    path,
    (request, response) => {
      record(request);
      if (typeof content !== 'string') return void content(request, response);
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content);
    },
  ]);
  return { server: await servePages(Object.fromEntries(listeners)), received };
}

const redirectTo =
  (location: () => string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location: location() }).end();

const ECHOED = 'let me/in-1234';
/** Shows a value in several forms. */
const echo = (forms: { parts: string; letters: string; capitals: string; base64: string; url: string }) =>
  page(
    `<p id="parts">Key ${forms.parts}</p><p id="letters">${forms.letters}</p><p id="capitals">${forms.capitals}</p>
     <p id="base64">${forms.base64}</p><p id="url">?key=${forms.url}&amp;</p><input placeholder="${forms.capitals}">`,
  );

let app: TestApp;
let owner: TestUser;
let own: { server: PageServer; received: Received };
let other: { server: PageServer; received: Received };
let caller: { token: string; projectId: string; environmentId: string };

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  other = await recorded({
    '/image': 'an image',
    '/landed': 'an image',
    '/back': redirectTo(() => `${own.server.url}/app/by-redirect`),
    '/away': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<script>location = '${own.server.url}/app/by-other'</script>`);
    },
    '/frame': (_request, response) => {
      const api = `${own.server.url}/app/from-other`;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<script>
        fetch('${api}', { method: 'POST', mode: 'no-cors', credentials: 'include' }).finally(() => parent.postMessage('asked', '*'));
        document.write('<iframe src="${own.server.url}/app/in-other"></iframe>');
      </script>`);
    },
  });
  own = await recorded({
    '/app': redirectTo(() => '/app/home'),
    '/app/home': (request, response) => {
      const { authorization, 'x-key': key, cookie } = request.headers;
      const echo = `${authorization} ${key} ${cookie}`;
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['own=1; Path=/', 'gate=theirs; Path=/'] });
      response.end(
        page(
          `<script>const asked = new Promise((resolve) => addEventListener('message', resolve));</script>
           <p id="echo">You sent ${echo}</p><input value="${key}"><img src="/app/image"><img src="/outside">
           <img src="${other.server.url}/image"><img src="/app/leave"><img src="/app/climb"><img src="${other.server.url}/back"><iframe src="/app/frame"></iframe>
           <iframe src="${other.server.url}/frame"></iframe>
           <script type="module">
             console.error('sent ${key}');
             await fetch('/app/api', { method: 'POST' });
             await navigator.serviceWorker.register('/app/worker.js').catch(() => undefined);
             const thread = new Worker('/app/thread.js');
             await Promise.all([asked, new Promise((resolve) => { thread.onmessage = resolve })]);
             document.body.append(Object.assign(document.createElement('p'), { id: 'end' }));
           </script>`,
        ),
      );
    },
    '/app/image': 'an image',
    '/app/frame': 'a frame',
    '/app/api': 'an answer',
    '/app/worker.js': "self.addEventListener('install', () => fetch('/app/by-service-worker'))",
    '/app/by-service-worker': 'an answer',
    '/app/thread.js': `importScripts('/app/imported.js');
      const ofBlob = new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/app/by-blob').finally(() => postMessage('asked'))"])));
      Promise.all([fetch('/app/by-worker'), new Promise((resolve) => { ofBlob.onmessage = resolve })]).finally(() => postMessage('asked'))`,
    '/app/imported.js': '',
    '/app/by-worker': 'an answer',
    '/app/by-blob': 'an answer',
    '/app/by-redirect': 'an image',
    '/app/away': page(`<script>location = '${other.server.url}/away'</script>`),
    '/app/by-other': page('<p id="arrived">Arrived</p>'),
    '/app/echo': (request, response) => {
      const value = String(request.headers['x-key']);
      const shown = echo({
        parts: `${value.slice(0, 5)}<b>${value.slice(5)}</b>`,
        letters: [...value].map((letter) => `<span>${letter}</span>`).join('\n'),
        capitals: value.toUpperCase(),
        base64: Buffer.from(`key=${value};`).toString('base64'),
        url: encodeURIComponent(value),
      });
      response.writeHead(200, { 'content-type': 'text/html' }).end(shown);
    },
    '/app/dots': echo({ parts: '•••', letters: '•••', capitals: '•••', base64: 'a2V5PW•••Ow==', url: '•••' }),
    '/app/from-other': 'an answer',
    '/app/in-other': 'a frame',
    '/app/leave': redirectTo(() => `${other.server.url}/landed`),
    '/app/climb': redirectTo(() => '/landed-outside'),
    '/landed-outside': 'an image',
    '/outside': 'an image',
    '/app/private': (request, response) => {
      if (request.headers['x-key'] !== KEY) return redirectTo(() => '/login')(request, response);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('<h1>Private</h1>'));
    },
    '/login': page('<h1>Log in</h1>'),
  });
});
afterAll(async () => {
  await app.close();
  await own.server.close();
  await other.server.close();
});

beforeEach(async () => {
  const { token } = owner;
  const { id: projectId, projectKey } = await createProject(app, owner);
  const body = { projectId, name: 'Staging', url: own.server.url, kind: 'staging' };
  const environment = await rest(app, 'POST', '/environments', { token, body });
  caller = { token, projectId, environmentId: environment.body.id };
  key = projectKey;
});
let key: string;

const setCredentials = (body: object) =>
  rest(app, 'PUT', `/environments/${caller.environmentId}/capture-credentials`, { token: caller.token, body });

async function capture(path: string, waitForSelector: string) {
  const { token, projectId } = caller;
  const body = { projectId, url: own.server.url + path, waitForSelector };
  const { id } = (await rest(app, 'POST', '/v1/snapshots', { token, body })).body.data;
  const read = async () => (await rest(app, 'GET', `/v1/snapshots/${id}`, { token })).body.data;
  const outcome = ({ status, error }: { status: string; error?: string }) => error ?? status;
  await expect.poll(async () => outcome(await read())).toBe('completed');
  return read();
}

/** Text of the page record of a snapshot. */
async function recordOf({ recordUrl }: { recordUrl: string }): Promise<string> {
  const response = await fetch(recordUrl.replace(/^https?:\/\/[^/]+/, app.url));
  return response.text();
}

test('requests of the origin below the prefixes carry the credentials, and no others', async () => {
  await setCredentials({
    basic: { username: 'ann', password: 'a-long-password' },
    headers: [{ name: 'X-Key', value: KEY }],
    cookies: [{ name: 'gate', value: 'passed' }],
    paths: ['/app'],
  });
  const snapshot = await capture('/app', '#end');
  expect(snapshot.finalUrl ?? `${own.server.url}/app/home`).toBe(`${own.server.url}/app/home`);
  const all = [true, true, 'gate=passed'];
  // The site set its own cookies. One has the name of a credential.
  const later = [true, true, 'gate=passed; own=1'];
  const none = [false, false, 'own=1; gate=theirs'];
  expect(own.received).toEqual({
    'GET /app': all,
    'GET /app/home': all,
    'GET /app/image': later,
    'GET /app/frame': later,
    'POST /app/api': later,
    'GET /app/leave': later,
    'GET /app/climb': later,
    'GET /landed-outside': none,
    'GET /outside': none,
    'GET /app/thread.js': later,
    // The document requests the script of its worker; the worker requests the others.
    'GET /app/imported.js': none,
    'GET /app/by-worker': none,
    'GET /app/by-blob': none,
    'GET /app/by-redirect': none,
    // Other origins must not act with the credentials.
    'POST /app/from-other': none,
    'GET /app/in-other': none,
  });
  // Browsers send the cookies that a site set to every port of its host.
  expect(other.received).toEqual({ 'GET /image': none, 'GET /landed': none, 'GET /frame': none, 'GET /back': none });
});

test('another origin’s page does not lead a capture back with the credentials', async () => {
  await setCredentials({ headers: [{ name: 'X-Key', value: KEY }], paths: ['/app'] });
  await capture('/app/away', '#arrived');
  expect(own.received).toMatchObject({ 'GET /app/away': [false, true, ''], 'GET /app/by-other': [false, false, ''] });
});

test('what the page echoes in parts, in capitals or encoded is neither shown nor stored', async () => {
  await setCredentials({ headers: [{ name: 'X-Key', value: ECHOED }] });
  const [masked, dots] = [await capture('/app/echo', '#parts'), await capture('/app/dots', '#parts')];
  const { elements } = JSON.parse(await recordOf(masked));
  const texts = elements.map(({ id, text }: { id: string; text: string }) => [id, text]);
  expect(Object.fromEntries(texts.filter(([id]: [string]) => id))).toEqual({
    parts: 'Key •••',
    letters: '•••',
    capitals: '•••',
    base64: 'a2V5PW•••Ow==',
    url: '?key=•••&',
  });
  const picture = async ({ imageUrl }: { imageUrl: string }) =>
    (await fetch(imageUrl.replace(/^https?:\/\/[^/]+/, app.url))).arrayBuffer();
  expect(await picture(masked)).toEqual(await picture(dots));
});

test('what the page echoes is not stored', async () => {
  await setCredentials({
    basic: { username: 'ann', password: 'a-long-password' },
    headers: [{ name: 'X-Key', value: KEY }],
  });
  const record = await recordOf(await capture('/app/home', '#echo'));
  expect(record).toContain('You sent Basic •••');
  expect(record).toContain('sent •••');
  for (const secret of [KEY, 'a-long-password', Buffer.from('ann:a-long-password').toString('base64')])
    expect(record).not.toContain(secret);
});

test('a page behind a login needs credentials, and is captured with them', async () => {
  const run = async (commit: string) => {
    const { body } = await deploy(app, caller, { commit, pages: ['/app/private'], viewports: [{ width: 320 }] });
    const read = () => readDeployment(app, caller, body.data.id);
    await expect.poll(async () => (await read()).status).toMatch(/^(passed|failed)$/);
    const query = `{ deployment(id: "${body.data.id}") { status captures(first: 1) { nodes { error snapshot { usedCredentials } } } } }`;
    return (await graphql(app, query, {}, caller)).data.deployment;
  };
  expect(await run('one')).toEqual({
    status: 'failed',
    captures: {
      nodes: [
        {
          error: `The page needs capture credentials: it redirected to the login ${own.server.url}/login`,
          snapshot: { usedCredentials: false },
        },
      ],
    },
  });
  await setCredentials({ headers: [{ name: 'X-Key', value: 'a wrong key' }] });
  expect((await run('two')).captures.nodes).toEqual([
    {
      error: `The page did not accept the capture credentials: it redirected to the login ${own.server.url}/login`,
      snapshot: { usedCredentials: true },
    },
  ]);
  await setCredentials({ headers: [{ name: 'X-Key', value: KEY }] });
  expect(await run('three')).toEqual({
    status: 'passed',
    captures: { nodes: [{ error: null, snapshot: { usedCredentials: true } }] },
  });
});

test('a visitor’s comment on a protected page shows its login', async () => {
  await setCredentials({ headers: [{ name: 'X-Key', value: KEY }] });
  const body = { projectKey: key, content: 'Too dark', url: `${own.server.url}/app/private` };
  expect((await rest(app, 'POST', '/annotations/public', { body })).status).toBe(201);
  const list = async () =>
    (await rest(app, 'GET', `/v1/projects/${caller.projectId}/snapshots`, { token: caller.token })).body.data;
  await expect.poll(async () => (await list())[0]?.status).toBe('completed');
  const [snapshot] = await list();
  expect([snapshot.source, snapshot.finalUrl]).toEqual(['comment', `${own.server.url}/login`]);
});
