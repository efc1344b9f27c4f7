import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webPageOf } from '../../../clients/cli/commands/sources.ts';
import { markedElements } from '../../../clients/source-plugin/annotate.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { callTool } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { pinbound } from './support.ts';

const app = useTestApp();
let folder: string;
let owner: TestUser;
let projectId: string;
let env: Record<string, string>;

const CARD = `export function PriceCard({ plan }) {
  return (
    <article>
      <h3>{plan.name}</h3>
      <button data-testid="buy-plan">Buy</button>
    </article>
  );
}
`;
const FILES: Record<string, string> = {
  'apps/web/package.json': '{ "devDependencies": { "pinbound-source": "*" } }',
  'apps/web/src/PriceCard.jsx': CARD,
  'apps/web/src/PriceCard.test.jsx': 'screen.getByTestId("buy-plan")',
  'apps/web/src/Header.jsx': 'export const Header = () => <h1>Fresh bread every day</h1>;',
  'dist/assets.js': 'var a="buy-plan","Fresh bread every day"',
  'docs/texts.md': '# Fresh bread every day',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinbound-locate-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'apps/web/node_modules'));
  symlinkSync(resolve('dist/clients/source-plugin'), join(folder, 'apps/web/node_modules/pinbound-source'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  owner = await registerUser(app);
  ({ id: projectId } = await createProject(app, owner));
  const { token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.fix] });
  env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: projectId };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Comments on an element and locates its code. */
async function locate(metadata: object, cwd = folder) {
  const { number } = await createAnnotation(app, owner, projectId, { content: 'Larger, please', metadata });
  const { code, out, err } = await pinbound(['locate', `${number}`, '--json'], { env, cwd });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return (JSON.parse(out) as { places: { file: string; line: number; reason: string; confidence: number }[] }).places;
}

test('by the id of the build plugin: file, line and component', async () => {
  const [, , button] = markedElements(CARD, 'src/PriceCard.jsx', { root: folder, elements: 'all' });
  const places = await locate({ tag: 'button', diagnostics: { elementId: button?.id } });
  expect(places).toEqual([
    {
      file: 'apps/web/src/PriceCard.jsx',
      line: 5,
      reason: 'the build plugin marked <button> in PriceCard',
      confidence: 0.98,
    },
  ]);
});

test('by a file that the page named, before names and texts', async () => {
  const diagnostics = { source: [{ file: 'src/Header.jsx', line: 1, component: 'Header', by: 'react' }] };
  const [first, second] = await locate({ tag: 'h1', text: 'Fresh bread every day', diagnostics });
  expect(first).toMatchObject({ file: 'apps/web/src/Header.jsx', line: 1, confidence: 0.9 });
  expect(second).toMatchObject({ file: 'docs/texts.md', reason: 'contains "Fresh bread every day"' });
});

test('on the server, by what the pipeline uploaded for the commit', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('add', '.');
  git('commit', '--quiet', '-m', 'First');
  git('remote', 'add', 'origin', 'https://ada:secret@github.com/acme/shop.git');
  const { token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.ci] });
  const place = { env: { ...env, PINBOUND_TOKEN: token }, cwd: join(folder, 'apps') };
  writeFileSync(join(folder, 'docs/texts.md'), 'Changed');
  expect(await pinbound(['sources', 'upload'], place)).toMatchObject({
    code: 2,
    err: expect.stringContaining('The files differ from the commit'),
  });
  writeFileSync(join(folder, 'docs/texts.md'), FILES['docs/texts.md'] ?? '');
  const commit = git('rev-parse', 'HEAD').trim();
  expect(await pinbound(['sources', 'upload'], place)).toEqual({
    code: 0,
    out: `4 elements, for the commit ${commit}\n`,
    err: '',
  });
  const [, , button] = markedElements(CARD, 'src/PriceCard.jsx', { root: folder, elements: 'all' });
  const metadata = { tag: 'button', diagnostics: { elementId: button?.id } };
  const { id } = await createAnnotation(app, owner, projectId, { metadata });
  const { body } = await rest(app, 'GET', `/v1/annotations/${id}/locate`, { token: owner.token });
  expect(body.data.candidates).toMatchObject([
    { file: 'apps/web/src/PriceCard.jsx', line: 5, component: 'PriceCard', by: 'manifest' },
  ]);
  expect(body.data.candidates[0].url).toBe(`https://github.com/acme/shop/blob/${commit}/apps/web/src/PriceCard.jsx#L5`);
});

test.each([
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop'],
  ['ssh://git@gitlab.acme.example:2222/team/shop.git', 'https://gitlab.acme.example/team/shop'],
  ['https://token@github.com/acme/shop', 'https://github.com/acme/shop'],
  ['/srv/git/shop.git', undefined],
  ['file:///srv/shop', undefined],
  [undefined, undefined],
])('the web page of the remote %s is %s', (remote, page) => {
  expect(webPageOf(remote)).toBe(page);
});

describe('guarded looks of a file', () => {
  const LOOK = { state: 'bound', confidence: 1, box: { x: 1, y: 1, width: 2, height: 2 }, text: '', styles: {} };
  const guard = async (content: string, diagnostics: object) => {
    const metadata = { tag: 'b', diagnostics };
    const { id } = await createAnnotation(app, owner, guardedId, { content, metadata });
    await app.services.pool.query(
      `INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
         device_scale_factor, state, reported, accepted, deployment_id, verdict_id)
       VALUES (gen_random_uuid(), $1, $2, $3, 'https://shop.example/', 40, 30, 1, 'active', $4, $4,
         gen_random_uuid(), gen_random_uuid())`,
      [guardedId, id, environmentId, JSON.stringify(LOOK)],
    );
  };
  let guardedId: string;
  let environmentId: string;
  beforeAll(async () => {
    guardedId = (await createProject(app, owner)).id;
    const body = { projectId: guardedId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
    environmentId = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
    const [, , button] = markedElements(CARD, 'src/PriceCard.jsx', { root: folder, elements: 'all' });
    await guard('By the plugin', { elementId: button?.id });
    await guard('By the page', { source: [{ file: 'src/PriceCard.jsx', by: 'react' }] });
    await guard('Elsewhere', { elementId: 'other12', source: [{ file: 'src/Header.jsx', by: 'react' }] });
  });

  test('are those of changed files, by the plugin and by what the page named', async () => {
    const commit = [
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'First',
    ];
    execFileSync('git', ['add', '.'], { cwd: folder });
    execFileSync('git', commit, { cwd: folder });
    writeFileSync(join(folder, 'apps/web/src/PriceCard.jsx'), `${CARD}\n`);
    const place = { env: { ...env, PINBOUND_PROJECT: guardedId }, cwd: folder };
    const { out } = await pinbound(['guards', '--changed', '--json'], place);
    const { guards } = JSON.parse(out) as { guards: { text: string; occursIn: { file: string; reason: string }[] }[] };
    const file = 'apps/web/src/PriceCard.jsx';
    expect(guards.map(({ text, occursIn }) => [text, occursIn])).toEqual([
      ['By the page', [{ file, reason: 'the page named src/PriceCard.jsx' }]],
      ['By the plugin', [{ file, reason: 'the build plugin marked it' }]],
    ]);
  });

  test('reach an agent by the relay, which knows the ids of the plugin', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [resolve('dist/clients/cli/pinbound.mjs'), 'mcp'];
    const place = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env }, stderr: 'ignore' } as const;
    await client.connect(new StdioClientTransport({ command: process.execPath, args, ...place }));
    try {
      const guarded = async (file: string) => {
        const { answer } = await callTool(client, 'guards_for', { projectId: guardedId, file });
        const nodes = answer.guards.nodes as { annotation: { untrustedText: string } }[];
        return nodes.map(({ annotation }) => annotation.untrustedText).sort();
      };
      expect(await guarded('apps/web/src/PriceCard.jsx')).toEqual(['By the page', 'By the plugin']);
      // Its text, and with it the id, may have been another one.
      expect(await guarded('apps/web/src/Header.jsx')).toEqual(['By the plugin', 'Elsewhere']);
    } finally {
      await client.close();
    }
  });
});

test('by a test id, in neither tests nor built files', async () => {
  const places = await locate({ tag: 'button', selector: '[data-testid="buy-plan"]' });
  expect(places).toMatchObject([{ file: 'apps/web/src/PriceCard.jsx', line: 5, confidence: 0.8 }]);
});

test('not by a plugin among the files of the repository, which could run anything', async () => {
  const [, , button] = markedElements(CARD, 'src/PriceCard.jsx', { root: folder, elements: 'all' });
  const diagnostics = { elementId: button?.id };
  const repository = mkdtempSync(join(tmpdir(), 'pinbound-hostile-'));
  const plugin = join(repository, 'node_modules/pinbound-source');
  mkdirSync(plugin, { recursive: true });
  writeFileSync(join(repository, 'package.json'), '{ "name": "pinbound-source", "exports": "./index.js" }');
  const code = 'globalThis.ran = true; export const manifestOf = () => ({ files: [], components: [], elements: {} });';
  for (const path of [join(repository, 'index.js'), join(plugin, 'index.js')]) writeFileSync(path, code);
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
  execFileSync('git', ['add', '--force', '.'], { cwd: repository });
  expect(await locate({ tag: 'button', diagnostics }, repository)).toEqual([]);
  // A link, which Git lists as one file.
  renameSync(join(repository, 'node_modules'), join(repository, 'vendor'));
  symlinkSync('vendor', join(repository, 'node_modules'));
  execFileSync('git', ['add', '--force', '.'], { cwd: repository });
  expect(await locate({ tag: 'button', diagnostics }, repository)).toEqual([]);
  expect('ran' in globalThis).toBe(false);
  rmSync(repository, { recursive: true });
});

test('nothing, an unknown id, and a hint of a file that is not here', async () => {
  const diagnostics = { elementId: 'unknown', source: [{ file: 'src/Other.jsx', by: 'vue' }] };
  expect(await locate({ tag: 'i', diagnostics })).toEqual([]);
  const { number } = await createAnnotation(app, owner, projectId, { content: 'x', metadata: { tag: 'i' } });
  const { out } = await pinbound(['locate', `#${number}`], { env, cwd: folder });
  expect(out).toBe(`Nothing in this folder names the element of #${number}. Its selector: pinbound show ${number}\n`);
});

test('wrong arguments, and a folder that is not in a repository', async () => {
  expect(await pinbound(['locate'], { env, cwd: folder })).toMatchObject({
    code: 2,
    err: 'pinbound: expected: pinbound locate <NUMBER>\n',
  });
  const { number } = await createAnnotation(app, owner, projectId, { content: 'x', metadata: { tag: 'i' } });
  const outside = mkdtempSync(join(tmpdir(), 'pinbound-outside-'));
  expect(await pinbound(['locate', `${number}`], { env, cwd: outside })).toMatchObject({
    code: 2,
    err: `pinbound: ${outside} is not in a git repository\n`,
  });
  rmSync(outside, { recursive: true });
});
