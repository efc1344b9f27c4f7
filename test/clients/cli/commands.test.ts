import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../clients/cli/run.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createSite, type DeployedSite, sitePage } from '../../support/deployed-site.ts';
import { advance, type Site } from '../../support/deployments.ts';
import { createAnnotation, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { type Place, pinbound } from './support.ts';

// Fifteen seconds: it starts the service, runs git, and captures pages through the queue.

const app = useTestApp();
const HOSTILE = 'Red\u001b[2J\u001b]0;owned\u0007 button\r#99  done\u202e\u009b31m\u2028please';

let owner: TestUser;
let site: DeployedSite;
let token: string;
let env: Record<string, string>;
let folder: string;
let servers: Server[];

beforeAll(async () => {
  owner = await registerUser(app);
  const actions = [...new Set([...TOKEN_PRESETS.fix, ...TOKEN_PRESETS.ci])];
  ({ token } = await createPersonalToken(app, owner, { actions }));
});
beforeEach(async () => {
  site = await createSite(app, owner);
  env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: site.projectId };
  folder = mkdtempSync(join(tmpdir(), 'pinbound-cli-'));
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const annotate = (content: string, more: object = {}) =>
  createAnnotation(app, owner, site.projectId, {
    content,
    url: 'https://shop.example/',
    metadata: { selector: '#buy', text: 'Buy', tag: 'button' },
    ...more,
  });
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const asJson = async (args: string[], place: Place = {}) => {
  const { code, out } = await pinbound([...args, '--json'], { env, ...place });
  return { code, body: JSON.parse(out) };
};

/** Starts a server that is not Pinbound. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Captures the site as soon as something is queued, until the command ends. */
async function whileCapturing<Result>(work: Promise<Result>, page: Site): Promise<Result> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await advance(app, page);
    await Promise.race([ended.catch(() => undefined), new Promise((next) => setTimeout(next, 50))]);
  }
  return ended;
}

describe('comments and show', () => {
  test('print texts of strangers without controls', async () => {
    const { number, id } = await annotate(HOSTILE);
    await rest(app, 'POST', `/annotations/${id}/comments`, {
      token: owner.token,
      body: { content: `Yes\n${HOSTILE}` },
    });
    for (const args of [['comments'], ['show', String(number)], ['show', id], ['show', `#${number}`]]) {
      const { code, out, err } = await pinbound(args, { env });
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('Red\ufffd[2J');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing printed may contain them
      expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
      // A line that a stranger wrote is behind a margin, or within the line of its comment.
      expect(out).not.toMatch(/^#99/m);
      const { out: json } = await pinbound([...args, '--json'], { env });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing printed may contain them
      expect(json.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
      expect(JSON.stringify(JSON.parse(json))).toContain('owned');
    }
  });

  test('list by status, words and page, and say how many there are', async () => {
    await annotate('Make it red');
    const { id } = await annotate('Make it blue', { url: 'https://shop.example/cart' });
    const done = await annotate('Old wish');
    await rest(app, 'PUT', `/annotations/${done.id}/status`, { token: owner.token, body: { status: 'resolved' } });
    const list = async (...args: string[]) =>
      (await asJson(['comments', ...args])).body.comments.map((each: { content: string }) => each.content);
    expect(await list()).toEqual(['Make it blue', 'Make it red']);
    expect(await list('--status', 'resolved')).toEqual(['Old wish']);
    expect(await list('--status', 'all')).toHaveLength(3);
    expect(await list('--text', 'blue')).toEqual(['Make it blue']);
    expect(await list('--page', 'https://shop.example/cart')).toEqual(['Make it blue']);
    const { out } = await pinbound(['comments', '--limit', '1'], { env });
    expect(out).toMatch(
      /^#\d+ {2}Make it blue\n {5}open {2}https:\/\/shop\.example\/cart\n1 of 2; --limit shows more\.\n$/,
    );
    expect((await pinbound(['comments', '--text', 'nothing'], { env })).out).toBe('No comments.\n');
    expect((await asJson(['show', id])).body).toMatchObject({ id, content: 'Make it blue' });
  });
});

describe('deploy', () => {
  const deploy = (page: Site, commit: string, ...args: string[]) =>
    whileCapturing(
      pinbound(['deploy', '--environment', site.environmentId, '--commit', commit, '--page', '/', ...args], { env }),
      page,
    );

  test('prints the report; exits 0 for explained changes, 1 for a return or an unexplained change', async () => {
    const { number } = await annotate('Make it red');
    const first = await deploy(() => sitePage(0), 'one');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(
      /^Deployment of one\nReport: http.*\nStatus: passed\n1 of 1 captures, 0 failed, 1 new baselines\n/,
    );
    const second = await deploy(() => sitePage(200), 'two', '--branch', 'feature "\\n"');
    expect(second.out).toContain(
      `Comments: 1 done as they say, 0 changed otherwise, 0 went back, 0 unchanged, 0 unknown\n  #${number} does what it says\nChanges: 1 at`,
    );
    expect(second.code).toBe(0);
    const third = await deploy(() => sitePage(200, 10), 'three');
    expect(third.out).toContain('1 that no comment names');
    expect(third.code).toBe(1);
    const back = await deploy(() => sitePage(0, 10), 'four');
    expect(back.out).toContain(`#${number} went back`);
    expect(back.code).toBe(1);
  });

  test('exits 3 with the reasons of failed captures, and when time is up', async () => {
    const failed = await deploy(() => 'The page "/" \u001b[31mdid not load', 'one');
    expect(failed.code).toBe(3);
    expect(failed.out).toContain('at 1920 px: The page "/" \ufffd[31mdid not load');
    const late = await pinbound(['deploy', '--environment', site.environmentId, '--commit', 'two', '--timeout', '0'], {
      env,
    });
    expect(late).toMatchObject({ code: 3, err: 'pinbound: The deployment is not finished after 0 seconds\n' });
  });

  test('reads the release from GitHub Actions, GitLab CI or git', async () => {
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'First');
    const commit = git('rev-parse', 'HEAD').trim();
    const start = async (more: Record<string, string>) => {
      const place = { env: { ...env, PINBOUND_ENVIRONMENT: site.environmentId, ...more }, cwd: folder };
      const { body } = await asJson(['deploy', '--no-wait'], place);
      return (await rest(app, 'GET', `/v1/deployments/${body.id}`, { token: owner.token })).body.data;
    };
    expect(await start({})).toMatchObject({ commit, branch: 'main', url: null });
    const github = { GITHUB_ACTIONS: 'true', GITHUB_SHA: 'abc', GITHUB_REF_NAME: '7/merge', GITHUB_HEAD_REF: 'topic' };
    const run = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '5' };
    expect(await start({ ...github, ...run })).toMatchObject({
      commit: 'abc',
      branch: 'topic',
      url: 'https://github.com/a/b/actions/runs/5',
    });
    const gitlab = {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: 'def',
      CI_COMMIT_REF_NAME: 'dev',
      CI_JOB_URL: 'https://gitlab.com/j/1',
    };
    expect(await start(gitlab)).toMatchObject({ commit: 'def', branch: 'dev', url: 'https://gitlab.com/j/1' });
  });
});

describe('check', () => {
  test('exits 0 for a fix that does what the comment says, and 1 for one that does not', async () => {
    const { number } = await annotate('Make it red');
    await whileCapturing(
      pinbound(['deploy', '--environment', site.environmentId, '--commit', 'one', '--page', '/'], { env }),
      () => sitePage(0),
    );
    const unchanged = await whileCapturing(pinbound(['check', `${number}`], { env }), () => sitePage(0));
    expect(unchanged).toEqual({ code: 1, out: expect.stringMatching(`^#${number} unchanged`), err: '' });
    const fixed = await whileCapturing(pinbound(['check', `${number}`], { env }), () => sitePage(200));
    const out = `#${number} changed: does what it says, at https://shop.example\n`;
    expect(fixed).toEqual({ code: 0, out, err: '' });
    const late = await pinbound(['check', `${number}`, '--timeout', '0'], { env });
    expect(late).toMatchObject({ code: 3, err: expect.stringContaining('No verdict within 0 seconds') });
  });
});

describe('guards', () => {
  test('--changed names the files in which a guarded element occurs', async () => {
    const { id } = await annotate('Make it red');
    const run = (...args: string[]) => asJson(['guards', ...args], { cwd: folder });
    await whileCapturing(
      pinbound(['deploy', '--environment', site.environmentId, '--commit', 'one', '--page', '/'], { env }),
      () => sitePage(0),
    );
    const second = await whileCapturing(
      asJson(['deploy', '--environment', site.environmentId, '--commit', 'two', '--page', '/']),
      () => sitePage(200),
    );
    const review = await rest(app, 'POST', `/v1/deployments/${second.body.id}/reviews`, {
      token: owner.token,
      body: { decision: 'approved', explained: true, resolve: true },
    });
    expect(review.status).toBe(201);
    expect((await run()).body.guards).toMatchObject([{ annotationId: id, text: 'Make it red' }]);

    git('init', '-q', '-b', 'main');
    const empty = await pinbound(['guards', '--changed'], { env, cwd: folder });
    expect(empty).toMatchObject({
      code: 2,
      err: 'pinbound: The repository has no commit to compare with. Commit first.\n',
    });
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/a.html'), '<button id="buy">Buy</button>');
    writeFileSync(join(folder, 'src/b.html'), '<p>Other</p>');
    git('add', '.');
    git('commit', '-q', '-m', 'First');
    expect((await run('--changed')).body).toMatchObject({ guards: [], changedFiles: 0, otherGuards: 1 });
    writeFileSync(join(folder, 'src/b.html'), '<p>Another</p>');
    expect((await run('--changed')).body).toMatchObject({ guards: [], changedFiles: 1, otherGuards: 1 });
    writeFileSync(join(folder, 'src/ä new.html'), '<button id="buy">Buy now</button>');
    const found = await asJson(['guards', '--changed'], { cwd: join(folder, 'src') });
    expect(found.body).toMatchObject({
      guards: [{ annotationId: id, occursIn: [{ file: 'src/ä new.html', reason: 'contains "buy"' }] }],
      changedFiles: 2,
      otherGuards: 0,
    });
    git('add', '.');
    git('commit', '-q', '-m', 'Second');
    expect((await run('--changed', '--base', 'HEAD~1')).body.guards).toHaveLength(1);
    const wrong = await pinbound(['guards', '--changed', '--base', 'nowhere'], { env, cwd: folder });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('git diff failed') });
  });
});

describe('login', () => {
  test('stores a token that only its owner reads, and uses it for this address only', async () => {
    const place = { env: { XDG_CONFIG_HOME: folder }, cwd: folder };
    const { code, out } = await pinbound(['login', `${app.url}/`, '--token'], { ...place, input: `${token}\n` });
    expect([code, out]).toEqual([0, expect.stringContaining(`Logged in to ${app.url}: `)]);
    const file = join(folder, 'pinbound/credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [app.url]: { token } });
    expect((await pinbound(['comments', '--url', app.url, '--project', site.projectId], place)).code).toBe(0);
    expect((await pinbound(['comments', '--project', site.projectId], place)).code).toBe(0);
    writeFileSync(join(folder, '.pinbound.json'), JSON.stringify({ url: app.url, projectId: site.projectId }));
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    expect((await pinbound(['comments'], { ...place, cwd: join(folder, 'deep/er') })).code).toBe(0);

    // A file of the repository names another address: it gets neither token.
    let requests = 0;
    const other = await serve((_request, response) => {
      requests++;
      response.end();
    });
    writeFileSync(join(folder, '.pinbound.json'), JSON.stringify({ url: other, projectId: site.projectId }));
    expect(await pinbound(['comments'], place)).toMatchObject({
      code: 2,
      err: `pinbound: Not logged in to ${other}. Run: pinbound login ${other}\n`,
    });
    const withVariable = await pinbound(['comments'], { ...place, env: { ...place.env, PINBOUND_TOKEN: token } });
    expect(withVariable).toMatchObject({
      code: 2,
      err: expect.stringContaining('PINBOUND_TOKEN is set without PINBOUND_URL'),
    });
    expect(requests).toBe(0);

    expect((await pinbound(['logout', app.url], place)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('pbt_');
  });

  test.each([
    ['a wrong token', 'pbt_wrong', 3, 'Check PINBOUND_TOKEN, or log in again: pinbound login'],
    ['nothing', '', 2, 'The input is not a token. Paste one that begins with pbt_'],
    ['two words', 'pbt_a b', 2, 'The input is not a token'],
  ])('rejects %s, and stores nothing', async (_what, input, code, message) => {
    const place = { env: { XDG_CONFIG_HOME: folder }, input };
    expect(await pinbound(['login', app.url, '--token'], place)).toMatchObject({
      code,
      err: expect.stringContaining(message),
    });
    expect(statSync(join(folder, 'pinbound'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('sends no token to an address that only a file of the repository names', async () => {
    const place = { env: { XDG_CONFIG_HOME: folder }, cwd: folder, input: token };
    writeFileSync(join(folder, '.pinbound.json'), JSON.stringify({ url: app.url }));
    expect(await pinbound(['login', '--token'], place)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`If access tokens may be sent there, pass --url ${app.url}`),
    });
    const named = { ...place, env: { ...place.env, PINBOUND_URL: app.url } };
    expect((await pinbound(['login', '--token'], named)).code).toBe(0);
    // The present login shows that the address was chosen.
    expect((await pinbound(['login', '--token'], place)).code).toBe(0);
    expect((await pinbound(['logout'], place)).code).toBe(0);
  });

  test('names a home that cannot be written or read', async () => {
    const written = await pinbound(['login', app.url, '--token'], { env: { HOME: '/dev/null' }, input: token });
    expect(written).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /credentials\.json cannot be written: \w+\. Set PINBOUND_URL and PINBOUND_TOKEN instead/,
      ),
    });
    mkdirSync(join(folder, 'pinbound/credentials.json'), { recursive: true });
    const unread = await pinbound(['comments', '--url', app.url], { env: { XDG_CONFIG_HOME: folder } });
    expect(unread).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read: EISDIR') });
  });
});

/** Arguments with which commands reach GraphQL; agents.test.ts tries those of agents. */
const REACHING: Record<keyof typeof COMMANDS, string[] | undefined> = {
  login: undefined,
  logout: undefined,
  init: undefined,
  comments: ['comments'],
  show: ['show', '1'],
  locate: ['locate', '1'],
  check: ['check', '1'],
  guards: ['guards'],
  deploy: ['deploy', '--environment', '00000000-0000-7000-8000-000000000000', '--commit', 'abc'],
  sources: undefined,
  token: undefined,
  mcp: undefined,
  demo: undefined,
};

describe('sources upload', () => {
  const upload = (more: Record<string, string> = {}) => {
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ version: 1, files: [], components: [], elements: {} }),
    );
    const args = ['sources', 'upload', '--commit', 'abc', '--manifest', 'manifest.json'];
    return pinbound(args, { env: { ...env, ...more }, cwd: folder });
  };

  test('stores a manifest, and says what to do for each fault', async () => {
    expect(await upload()).toEqual({ code: 0, out: '0 elements, for the commit abc\n', err: '' });
    expect(await upload({ PINBOUND_URL: 'http://127.0.0.1:9' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('No response from http://127.0.0.1:9'),
    });
    expect(await upload({ PINBOUND_TOKEN: 'pbt_wrong' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Check PINBOUND_TOKEN, or log in again: pinbound login'),
    });
    const other = await serve((_request, response) => response.writeHead(200).end('<h1>Hi'));
    expect(await upload({ PINBOUND_URL: other })).toMatchObject({
      code: 3,
      err: `pinbound: ${other} does not respond as Pinbound does; check the url\n`,
    });
    const given = ['sources', 'upload', '--commit', 'abc', '--manifest', 'none.json'];
    expect(await pinbound(given, { env, cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--manifest must be a JSON file: ENOENT'),
    });
    expect(await pinbound(['sources'], { env, cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('expected: pinbound sources upload'),
    });
    expect(await pinbound(['sources', 'upload'], { env, cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not in a git repository'),
    });
  });
});

test('every command is tried with faults', () => {
  expect(Object.keys(REACHING)).toEqual(Object.keys(COMMANDS));
});

describe.each(
  Object.values(REACHING)
    .filter((args) => args !== undefined)
    .map((args) => [args.join(' '), args]),
)('%s', (_name, args) => {
  const fails = async (more: Record<string, string>) => pinbound(args as string[], { env: { ...env, ...more } });

  test('exits 3 and says what to do for each fault of the service', async () => {
    expect(await fails({ PINBOUND_URL: 'http://127.0.0.1:9' })).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/^pinbound: No complete response from 127\.0\.0\.1:9: .+\n$/),
    });
    expect(await fails({ PINBOUND_TOKEN: 'pbt_wrong' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Check PINBOUND_TOKEN, or log in again: pinbound login'),
    });
    const busy = await serve((_request, response) => {
      const body = { errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }] };
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' }).end(JSON.stringify(body));
    });
    expect(await fails({ PINBOUND_URL: busy })).toMatchObject({
      code: 3,
      err: 'pinbound: Too many requests. Try again in 3600 seconds.\n',
    });
    const cut = await serve((request) => request.socket.destroy());
    expect(await fails({ PINBOUND_URL: cut })).toMatchObject({
      code: 3,
      err: expect.stringContaining('No complete response from 127.0.0.1:'),
    });
    const other = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi'),
    );
    expect(await fails({ PINBOUND_URL: other })).toMatchObject({
      code: 3,
      err: expect.stringContaining('not as Pinbound does; check the url'),
    });
    const unknown = { PINBOUND_PROJECT: '00000000-0000-7000-8000-000000000000' };
    expect(await fails(unknown)).toMatchObject({ code: 3, err: expect.stringMatching(/not found|has no comment/) });
  });

  test('exits 2 for missing or wrong settings, and prints errors as JSON on request', async () => {
    expect(await pinbound(args as string[])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No address of Pinbound. Set PINBOUND_URL'),
    });
    expect(await fails({ PINBOUND_URL: 'shop' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('must begin with https:// or http://'),
    });
    for (const url of ['https://a:b@shop.example', 'https://:b@shop.example']) {
      expect(await fails({ PINBOUND_URL: url })).toMatchObject({ code: 2, err: expect.stringContaining('a password') });
    }
    expect(await fails({ PINBOUND_TOKEN: 'a b' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('no token has. Copy it again.'),
    });
    expect(await fails({ PINBOUND_TOKEN: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Not logged in to'),
    });
    expect(await fails({ PINBOUND_PROJECT: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('No project. Set PINBOUND_PROJECT'),
    });
    writeFileSync(join(folder, '.pinbound.json'), '{"url": 1}');
    const damaged = await pinbound(args as string[], { cwd: folder });
    expect(damaged).toMatchObject({ code: 2, err: expect.stringContaining('.pinbound.json must be a JSON object') });
    const { out } = await pinbound([...(args as string[]), '--json']);
    expect(JSON.parse(out)).toEqual({ error: { message: expect.stringContaining('No address') } });
    expect((await pinbound([...(args as string[]), '--nonsense'], { env })).code).toBe(2);
  });
});

describe('wrong arguments', () => {
  test.each([
    [[], 'expected a command: login'],
    [['comment'], 'expected a command: login'],
    [['constructor'], 'expected a command: login'],
    [['comments', 'x'], 'expected: pinbound comments'],
    [['comments', '--status', 'closed'], '--status must be open, in_progress, resolved or all'],
    [['comments', '--limit', '0'], '--limit must be a whole number from 1 to 500'],
    [['comments', '--limit', '1e2'], '--limit must be a whole number from 1 to 500'],
    [['show'], 'expected: pinbound show <NUMBER>'],
    [['show', '0'], 'expected the number of a comment, such as 12, or its id'],
    [['show', '1', '2'], 'expected: pinbound show <NUMBER>'],
    [['check'], 'expected: pinbound check <NUMBER>'],
    [['check', '1', '--timeout', 'x'], '--timeout must be a whole number'],
    [['guards', '--base', 'main'], '--base is an option of --changed'],
    [['guards', '--changed'], '/ is not in a git repository'],
    [['doctor'], 'doctor is for operators: run it where the service is installed'],
    [['guards', 'x'], 'expected: pinbound guards'],
    [['deploy', '--commit', 'a'], 'No environment. Set PINBOUND_ENVIRONMENT'],
    [['deploy', '--environment', 'x'], '/ is not in a git repository'],
    [['deploy', 'x'], 'expected: pinbound deploy'],
    [['login', 'a', 'b', '--token'], 'expected one address'],
  ])('%j: %s', async (args, message) => {
    expect(await pinbound(args, { env })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`pinbound: ${message}`),
    });
  });

  test('an unknown comment', async () => {
    expect(await pinbound(['show', '4711'], { env })).toMatchObject({
      code: 3,
      err: 'pinbound: The project has no comment #4711\n',
    });
    const id = '00000000-0000-7000-8000-000000000000';
    expect(await pinbound(['show', id], { env })).toMatchObject({ code: 3, err: 'pinbound: Annotation not found\n' });
    expect(await pinbound(['check', id], { env })).toMatchObject({ code: 3, err: 'pinbound: Annotation not found\n' });
  });
});

describe('the file', () => {
  const file = resolve('dist/clients/cli/pinbound.mjs');
  const execute = (...args: string[]) =>
    execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } });

  test('is served, and runs alone and as the bin of a package', async () => {
    const response = await fetch(`${app.url}/cli/pinbound.mjs`);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    writeFileSync(join(folder, 'pinbound.mjs'), await response.text());
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(execute(join(folder, 'pinbound.mjs'), '--version')).toBe(`${version}\n`);
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const archive = npm('pack', '--silent', resolve('dist/clients/cli')).trim();
    npm('install', `./${archive}`);
    const env = { PATH: process.env.PATH };
    expect(execFileSync(join(folder, 'node_modules/.bin/pinbound'), ['--version'], { encoding: 'utf8', env })).toBe(
      `${version}\n`,
    );
  });

  test('and the program of operators have one help', () => {
    const lines = execute(file, '--help')
      .split('\n')
      .filter((line) => /^ {2}[a-z]/.test(line));
    expect(lines).toHaveLength(Object.keys(COMMANDS).length);
    const operators = execute('dist/cli.js', '--help');
    const ofOperators = operators.split('For people')[0] ?? '';
    for (const name of Object.keys(COMMANDS)) expect(ofOperators).not.toContain(`\n  ${name} `);
    const names = new Set(Array.from(ofOperators.matchAll(/^ {2}([a-z]+) /gm), ([, name]) => name ?? ''));
    expect(names.size).toBeGreaterThan(3);
    for (const name of names) {
      expect(() => execute(file, name)).toThrow(`pinbound: ${name} is for operators: run it where the service`);
    }
    for (const line of lines) expect(operators).toContain(line);
    for (const name of Object.keys(COMMANDS))
      expect(execute(file, name, '--help')).toContain(`Usage: pinbound ${name}`);
    expect(execute('dist/cli.js', 'comments', '--help')).toBe(execute(file, 'comments', '--help'));
  });
});
