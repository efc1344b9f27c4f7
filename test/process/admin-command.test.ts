// Cost: about 8 s, two server processes with an embedded PostgreSQL, and two of commands.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { sharedBrowserProgram } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'root@example.com';
const PASSWORD = 'correct horse battery';
const BASE_URL = 'https://pinbound.example';

let dataDir: string;
let env: NodeJS.ProcessEnv;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pinbound-admin-'));
  env = { DATA_DIR: dataDir, BASE_URL, NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) };
  server = await startServer(env);
  await server.ready();
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the command in this process with the settings of the server: a process takes a second. */
const pinbound = (...args: string[]) => runCommand(args, env, resolve('prisma/migrations'));
/** Runs the command as administrators do. */
const inOwnProcess = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(
      process.execPath,
      [resolve('dist/cli.js'), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
const tokenIn = (output: string) =>
  new RegExp(`^${BASE_URL}/reset-password#token=([\\w-]{43})$`, 'm').exec(output)?.[1] ?? '';
const setPassword = (token: string, password = PASSWORD) =>
  rest(server, 'POST', '/auth/password-reset/confirm', { body: { token, password } });
const login = async (email: string) =>
  (await rest(server, 'POST', '/auth/login', { body: { email, password: PASSWORD } })).body.accessToken;
const installation = async (token: string) => (await rest(server, 'GET', '/installation', { token })).status;

test('creates, lists, promotes and demotes administrators beside the running service', async () => {
  expect((await pinbound('admin', 'list')).stdout).toContain('There are no administrators.');
  const created = await inOwnProcess('admin', 'create', EMAIL, '--name', 'Root');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect((await setPassword(tokenIn(created.stdout))).status).toBe(200);
  expect(await installation(await login(EMAIL))).toBe(200);
  expect((await pinbound('admin', 'list')).stdout).toMatch(/^root@example\.com {2}20\d\d-\S+Z\n$/);

  expect(await pinbound('admin', 'create', EMAIL)).toMatchObject({
    code: 1,
    stderr: `email: ${EMAIL} has an account; run: pinbound admin promote ${EMAIL}\n`,
  });
  expect(await pinbound('admin', 'demote', EMAIL)).toMatchObject({ code: 0 });
  expect(await installation(await login(EMAIL))).toBe(403);
  expect(await pinbound('admin', 'promote', EMAIL)).toMatchObject({ code: 0 });
  expect(await installation(await login(EMAIL))).toBe(200);
});

test('does not promote an unverified address until its owner has used a link', async () => {
  const body = { email: 'ada@example.com', password: 'a password of somebody else', name: 'Ada' };
  expect((await rest(server, 'POST', '/auth/register', { body })).status).toBe(201);
  const refused = await pinbound('admin', 'promote', body.email);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('email: ada@example.com is not verified, so that anybody could have registered it');
  const reset = await pinbound('admin', 'reset', 'ADA@example.com');
  expect((await setPassword(tokenIn(reset.stdout))).status).toBe(200);
  expect((await setPassword(tokenIn(reset.stdout))).status).toBe(400);
  expect(await pinbound('admin', 'promote', body.email)).toMatchObject({ code: 0 });
  expect(await installation(await login(body.email))).toBe(200);
});

test.each([
  [['admin', 'reset', 'nobody@example.com'], 1, 'nobody@example.com has no account'],
  [['admin', 'promote', 'no address'], 1, 'email: must be an e-mail address'],
  [['admin', 'create'], 2, 'expected: pinbound admin create <EMAIL>'],
  [['admin', 'list', EMAIL], 2, 'list takes no address'],
  [['admin', 'toString'], 2, 'expected: pinbound admin create, reset, promote, demote or list'],
  [['admin', 'promote', EMAIL, '--name', 'Root'], 2, '--name is an option of create'],
  [['admin', 'list', '--unknown'], 2, '--unknown'],
])('%j fails with a message', async (args, code, message) => {
  const result = await pinbound(...args);
  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toContain(message);
});

test('starts the embedded database while the service is stopped, and stops it', async () => {
  await server.stop();
  expect((await inOwnProcess('admin', 'list')).stdout).toContain(EMAIL);
  server = await startServer(env);
  await server.ready();
  expect(await installation(await login(EMAIL))).toBe(200);
});

test('doctor says what works, and fails with the reason of what does not', async () => {
  const checked = { ...env, CHROMIUM_PATH: await sharedBrowserProgram() };
  const examine = (more: NodeJS.ProcessEnv) =>
    runCommand(['doctor'], { ...checked, ...more }, resolve('prisma/migrations'));
  const { code, stdout } = await examine({});
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `– mail      Mails are written to ${join(dataDir, 'mail')}. Set SMTP_URL to send them.`,
    `✓ storage   An object was written to ${join(dataDir, 'objects')}, read and removed.`,
    expect.stringMatching(/^✓ captures {2}\S+.* \d+\..* starts: \//),
    expect.stringMatching(/^\? backups {3}Backups are archives/),
    '',
  ]);
  const failed = await examine({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('✗ mail') });
  expect(failed.stderr).toContain('ECONNREFUSED');
});
