import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markedElements } from '../../../clients/source-plugin/annotate.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
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
