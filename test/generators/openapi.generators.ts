// Cost: about 40 s. Each generator and each compiler is a process.
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../codegen.ts';
import { TAGS } from '../../src/schema/operation.ts';
import { runProgram } from '../support/run-program.ts';

const PACKAGES = resolve('test/generators/node_modules');
const require = createRequire(join(PACKAGES, 'index.js'));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinbound-generators-'));
  await symlink(PACKAGES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument()));
  const output = { target: './orval/api.ts', schemas: './orval/models', client: 'fetch' };
  const config = { api: { input: { target: './openapi.json' }, output } };
  await writeFile(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
  await writeFile(join(folder, '.spectral.json'), '{ "extends": ["spectral:oas"] }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program of a package to its end, whatever its exit code is. */
const execute = (program: string, args: string[]) =>
  runProgram(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder });

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  noEmit: true,
  types: [],
};

// openapi-typescript is tested with the service: test/contract/generated-client.test.ts. The client
// of hey-api does not compile with exactOptionalPropertyTypes, whatever the document is.
test.each([
  ['hey-api', '@hey-api/openapi-ts/bin/run.js', ['-i', 'openapi.json', '-o', 'hey-api', '--no-log-file'], {}],
  ['orval', 'orval/dist/bin/orval.js', ['--config', './orval.config.cjs'], { exactOptionalPropertyTypes: true }],
])('the client by %s compiles strictly', async (name, program, args, options) => {
  await execute(program, args);
  const project = { compilerOptions: { ...COMPILER_OPTIONS, ...options }, include: [`${name}/**/*.ts`] };
  await writeFile(join(folder, `${name}.json`), JSON.stringify(project));
  expect((await readdir(join(folder, name))).length).toBeGreaterThan(1);
  expect(await execute('typescript/bin/tsc', ['-p', `${name}.json`])).toMatchObject({ code: 0, out: '' });
});

test('generated functions are named by verbs', async () => {
  await execute('@hey-api/openapi-ts/bin/run.js', ['-i', 'openapi.json', '-o', 'named', '--no-log-file']);
  const source = await readFile(join(folder, 'named/sdk.gen.ts'), 'utf8');
  const names = [...source.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['listAnnotations', 'getAnnotation', 'createAnnotation', 'getMe']));
});

test('spectral reports nothing', async () => {
  const program = '@stoplight/spectral-cli/dist/index.js';
  await execute(program, ['lint', 'openapi.json', '--format', 'json', '--output', 'problems.json']);
  const problems = await readFile(join(folder, 'problems.json'), 'utf8');
  expect(JSON.parse(problems)).toEqual([]);
});

test('a Postman collection has a folder for each tag, and the address of the service', async () => {
  const { convert } = require(join(PACKAGES, 'openapi-to-postmanv2'));
  const data = await readFile(join(folder, 'openapi.json'), 'utf8');
  const { output } = await new Promise<{ output: { data: Collection }[] }>((done, fail) =>
    convert({ type: 'string', data }, { folderStrategy: 'Tags' }, (error: Error | null, result: never) =>
      error ? fail(error) : done(result),
    ),
  );
  const collection = output[0]?.data;
  const withRoutes = new Set(
    Object.values(openApiDocument().paths).flatMap((item) => Object.values(item).flatMap(tagsOf)),
  );
  expect(collection?.item.map(({ name }) => name).sort()).toEqual(
    Object.keys(TAGS)
      .filter((tag) => withRoutes.has(tag))
      .sort(),
  );
  expect(collection?.variable).toMatchObject([
    { key: 'baseUrl', value: expect.stringMatching(/^https?:\/\/\S+[^/]$/) },
  ]);
});

interface Collection {
  item: { name: string }[];
  variable: { key: string; value: string }[];
}

const tagsOf = (operation: object): string[] => ('tags' in operation ? (operation.tags as string[]) : []);
