import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fenceAt, fill, readPage } from '../docs/support/markdown.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { runProgram } from '../support/run-program.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { node24 } from './support/programs.ts';

const app = useTestApp();
let folder: string;
let env: Record<string, string>;
let number: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinbound-packages-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const npm = async (...args: string[]) => {
    const { code, out, err } = await runProgram('npm', args, { cwd: folder });
    if (code !== 0) throw new Error(err);
    return out;
  };
  const packed = await Promise.all(
    ['sdk', 'cli'].map((name) => npm('pack', '--json', '--offline', resolve('dist/clients', name))),
  );
  const files = packed.map((out) => `./${(JSON.parse(out) as [{ filename: string }])[0].filename}`);
  await npm('install', '--offline', '--no-audit', '--no-fund', ...files);
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  ({ number } = await createAnnotation(app, owner, project.id, { content: 'Make it red' }));
  const { token } = await createPersonalToken(app, owner);
  const { text } = fenceAt(readPage('clients/sdk/README.md'), 'ts');
  writeFileSync(
    join(folder, 'main.mjs'),
    fill(text, { 'https://pinbound.example': app.url, '<PROJECT_ID>': project.id }),
  );
  env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: project.id, HOME: folder };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each<[string, () => string]>([
  ['the Node.js of this run', () => process.execPath],
  ['Node.js 24', node24],
])('in an empty project, on %s', (name, programOf) => {
  const run = (args: string[]) => {
    const PATH = [dirname(programOf()), process.env.PATH].join(delimiter);
    return runProgram(programOf(), args, { cwd: folder, env: { ...env, PATH } });
  };

  test('it is that version', async () => {
    const { out } = await run(['--version']);
    expect(out).toMatch(name === 'Node.js 24' ? /^v24\./ : /^v(20|2[2-9])\./);
  });

  test('the client library reads comments', async () => {
    expect(await run(['main.mjs'])).toMatchObject({ code: 0, out: `#${number} Make it red\n` });
  });

  test('the command line reads comments, and says what is wrong', async () => {
    const bin = 'node_modules/.bin/pinbound';
    expect(await run([bin, 'comments'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(`#${number}  Make it red\n`),
    });
    expect(await run([bin, 'comments', '--limit', '0'])).toMatchObject({
      code: 2,
      err: 'pinbound: --limit must be a whole number from 1 to 500\n',
    });
  });
});
