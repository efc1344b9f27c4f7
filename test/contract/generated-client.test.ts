import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../codegen.ts';
import { PASSWORD } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

// The client that a program generates from the OpenAPI document: types by openapi-typescript,
// compiled under the strictest settings, and calls by openapi-fetch. Starts a generator and a
// compiler.

const app = useTestApp();
const run = promisify(execFile);
let folder: string;

/** Settings stricter than those of most programs. */
const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  noEmitOnError: true,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinbound-client-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await copyFile('test/fixtures/openapi-client/journey.ts', join(folder, 'journey.ts'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const project = { compilerOptions: COMPILER_OPTIONS, files: ['journey.ts', 'api.d.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument()));
  const generator = 'test/support/openapi-client/generate.mjs';
  await run(process.execPath, [generator, join(folder, 'openapi.json'), join(folder, 'api.d.ts')]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('compiles strictly, and works with the service', async () => {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');

  const { journey } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'journey.js')).href);
  const facts = await journey(app.url, { email: 'program@example.com', password: PASSWORD });
  expect(facts.statuses).toEqual([201, 201, 201, 200, 200, 404, 400, 404]);
  expect(facts).toMatchObject({
    found: [
      [{ priority: 'high', dueOn: '2026-12-01', status: 'in_progress', commentCount: 1 }],
      [{ priority: 'normal', dueOn: null }],
      [{ content: 'The price is wrong' }],
    ],
    cursor: expect.any(String),
    counts: { high: 1, normal: 1 },
    changed: [true],
    refusal: { statusCode: 404, error: 'Not Found', message: expect.any(String) },
    visitorToken: expect.stringMatching(/^pbv_/),
  });
});
