// Follows docs/adding-an-area.md in a copy of the repository: the code of the page must generate,
// compile and work, and a test must name each omitted step. Takes about 30 s on two idle cores,
// most of it in the type check and the database of the copy.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './support/markdown.ts';

/** A block of code with the file that it belongs to. */
interface Edit {
  path: string;
  code: string;
  /** Start of the line above the code; undefined for a new file, `END` for the end of a file. */
  below?: string | typeof END;
}

const END = Symbol('end of the file');

/** A block of code, and the line above it. */
const BLOCK = /^(?<heading>.+):\n\n```\w+\n(?<code>[\s\S]*?)\n```$/gm;
/** A line quoted by one backtick, or by more where it has backticks itself. */
const INSERTION = /^In `(?<path>.+?)`, below (?<quote>`+) ?(?<below>.+?) ?\k<quote>$/;

function editOf(heading: string, code: string): Edit {
  const [, created] = /^New file `(.+)`$/.exec(heading) ?? [];
  if (created) return { path: created, code };
  const [, extended] = /^At the end of `(.+)`$/.exec(heading) ?? [];
  if (extended) return { path: extended, code, below: END };
  const { path, below } = INSERTION.exec(heading)?.groups ?? {};
  if (!path || !below) throw new Error(`"${heading}" does not say where its code belongs`);
  return { path, code, below };
}

const page = readPage('docs/adding-an-area.md');
const editsOf = (text: string): Edit[] =>
  [...text.matchAll(BLOCK)].map(({ groups: { heading = '', code = '' } = {} }) => editOf(heading, code));
const edits = editsOf(page);

/** Steps whose absence is reported by the tests of the copy. */
const isTested = ({ path }: Edit): boolean =>
  /(\/samples|\/export-annotations|\/agent-tools)\.ts$/.test(path) || path === 'docs/rest-api.md';

/** Allows for other tests on a busy machine. */
const TIMEOUT_MS = 480_000;

const copy = mkdtempSync(join(tmpdir(), 'pinbound-area-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

beforeAll(() => {
  // The browser scripts in dist/ do not depend on an area of the service.
  const skipped = new Set(['.git', 'data', 'node_modules'].map((name) => resolve(name)));
  cpSync('.', copy, { recursive: true, filter: (path) => !skipped.has(resolve(path)) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});

function apply({ path, code, below }: Edit): void {
  const file = join(copy, path);
  if (below === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${code}\n`);
    return;
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const found = lines.flatMap((line, index) => (below !== END && line.trimStart().startsWith(below) ? [index] : []));
  if (below !== END) expect(found, `lines of ${path} that start with ${below}`).toHaveLength(1);
  lines.splice((found[0] ?? lines.length - 1) + 1, 0, code);
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Runs a program of the copy. Its output is returned whether or not it succeeds. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  // The variables of this test run would make another one part of it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name)));
  const done = { cwd: copy, env: { ...env, NO_COLOR: '1' }, maxBuffer: 2 ** 26 };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, args, done).then(
    (output) => ({ code: 0, ...output }),
    (error) => error,
  );
  return { code, output: `${stdout}${stderr}` };
}

const vitest = (...files: string[]) => run(join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files);

test('has code for each step', () => {
  const steps = page.split(/^## \d\. /m).slice(1);
  expect(steps).toHaveLength(7);
  const withoutCode = steps.filter((step) => editsOf(step).length === 0).map((step) => step.split('\n')[0]);
  expect(withoutCode).toEqual(['Generated files']);
  const fences = page.split('\n').filter((line) => /^```\w+$/.test(line));
  expect(edits).toHaveLength(fences.length);
});

test('a field of annotations takes 12 files', () => {
  const [, field = ''] = page.split('## A field of annotations\n');
  expect(new Set(editsOf(field).map(({ path }) => path)).size).toBe(12);
});

test(
  'generates files from the table, the resolvers, the permissions and the schema',
  async () => {
    for (const edit of edits) if (!isTested(edit)) apply(edit);
    // The commands of `npm run generate`.
    expect(await run(join('scripts', 'build.mjs'), '--database-client')).toMatchObject({ code: 0 });
    expect(await run('--import', 'tsx', join('scripts', 'statements', 'generate.ts'))).toMatchObject({ code: 0 });
    expect(await run('--import', 'tsx', 'codegen.ts')).toMatchObject({ code: 0 });
    expect(readFileSync(join(copy, 'schema.graphql'), 'utf8')).toMatch(/^ {2}createBookmark\(/m);
    expect(readFileSync(join(copy, 'rest-contract.txt'), 'utf8')).toContain('DELETE /bookmarks/{id} ');
    expect(readFileSync(join(copy, 'schema.graphql'), 'utf8')).toMatch(/^ {2}severity: AnnotationSeverity$/m);
  },
  TIMEOUT_MS,
);

test(
  'reports operations without sample arguments or rows in the table of endpoints',
  async () => {
    const { code, output } = await vitest(
      '--project=unit',
      join('test', 'contract', 'completeness.test.ts'),
      join('test', 'docs', 'rest-tables.test.ts'),
      join('test', 'contract', 'annotations', 'copies.test.ts'),
    );
    expect(code).toBe(1);
    expect(output.match(/\+ {3}"severity",/g)).toHaveLength(2);
    for (const name of ['createBookmark', 'bookmarks', 'deleteBookmark']) expect(output).toContain(`"${name}"`);
    expect(output).toContain('POST | /bookmarks | token | editor');
  },
  TIMEOUT_MS,
);

test(
  'compiles and passes the tests of the area with every step applied',
  async () => {
    for (const edit of edits) if (isTested(edit)) apply(edit);
    expect(await run(join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit')).toEqual({ code: 0, output: '' });
    const { code, output } = await vitest(
      join('test', 'contract', 'bookmarks'),
      join('test', 'contract', 'completeness.test.ts'),
      join('test', 'contract', 'generated-files.test.ts'),
      join('test', 'contract', 'annotations', 'copies.test.ts'),
      join('test', 'docs', 'rest-tables.test.ts'),
    );
    expect(code, output).toBe(0);
    expect(output).toContain(['test', 'contract', 'bookmarks', 'bookmarks.test.ts'].join(sep));
  },
  TIMEOUT_MS,
);
