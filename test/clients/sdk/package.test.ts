import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fenceAt, fencesIn, fill, readPage } from '../../docs/support/markdown.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// Seven seconds: it packs the client library, installs it and compiles programs against its types.

const execute = promisify(execFile);
const app = useTestApp();
let folder: string;

const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinbound-package-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const packed = JSON.parse(run('npm', ['pack', '--json', '--offline', resolve('dist/clients/sdk')])) as {
    filename: string;
    files: { path: string }[];
  }[];
  const [{ filename, files } = { filename: '', files: [] }] = packed;
  const names = files.map(({ path }) => path);
  expect(names).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'README.md', 'LICENSE', 'package.json']));
  expect(names.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))).toEqual([]);
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles programs strictly against the installed package. */
function compile(names: string[], options: string[]): void {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', resolve('node_modules/@types')];
  run(process.execPath, [compiler, '--noEmit', '--strict', '--target', 'ES2022', ...types, ...options, ...names]);
}

test('has the version of the service, and no dependencies', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const manifest = read('clients/sdk/package.json');
  expect(manifest.version).toBe(read('package.json').version);
  expect(manifest).not.toHaveProperty('dependencies');
});

test('its README runs in an empty project', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const { number } = await createAnnotation(app, owner, project.id, { content: 'Make it red' });
  const { token } = await createPersonalToken(app, owner);
  const { text } = fenceAt(readPage('clients/sdk/README.md'), 'ts');
  const program = fill(text, { 'https://pinbound.example': app.url, '<PROJECT_ID>': project.id });
  writeFileSync(join(folder, 'main.mjs'), program);
  const env = { ...process.env, PINBOUND_TOKEN: token };
  const { stdout } = await execute(process.execPath, ['main.mjs'], { cwd: folder, env });
  expect(stdout).toBe(`#${number} Make it red\n`);
});

test('its types compile for Node.js and for bundlers, with the examples of the documentation', () => {
  const examples = fencesIn(readPage('docs/client-library.md'), 'ts').map(({ text }) => text);
  expect(examples.length).toBeGreaterThan(4);
  for (const [index, text] of examples.entries())
    writeFileSync(join(folder, `example${index}.ts`), `${text}\nexport {};\n`);
  const names = examples.map((_text, index) => `example${index}.ts`);
  compile(names, ['--module', 'nodenext', '--types', 'node', '--skipLibCheck', 'false']);
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'ES2022,DOM,DOM.AsyncIterable'];
  compile(names, [...bundled, '--types', 'node']);
  cpSync(join(folder, 'example0.ts'), join(folder, 'wrong.ts'));
  writeFileSync(
    join(folder, 'wrong.ts'),
    readFileSync(join(folder, 'wrong.ts'), 'utf8').replace('number: true', 'numbr: true'),
  );
  expect(() => compile(['wrong.ts'], ['--module', 'nodenext', '--types', 'node'])).toThrow('Command failed');
});
