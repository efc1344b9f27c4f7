import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportedNames, metaphorPairs, styleProblems, subjectlessDescriptions } from './support/comment-style.ts';

/** Every committed source file that people read: no generated code. */
const sources = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.js'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.endsWith('.generated.ts'))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

describe('the language of the code', () => {
  test('comments follow the rules of CONTRIBUTING.md', () => {
    expect(sources.length).toBeGreaterThan(100);
    const problems = sources.flatMap(({ path, source }) =>
      styleProblems(source).map(({ line, message }) => `${path}:${line} ${message}`),
    );
    expect(problems).toEqual([]);
  });

  test('descriptions of the schema open with a subject', () => {
    expect(subjectlessDescriptions(readFileSync('schema.graphql', 'utf8'))).toEqual([]);
    expect(subjectlessDescriptions('"""How it is."""\ntype A {\n  """\n  The name.\n  """\n}')).toEqual(['How it is.']);
  });

  test('no two exported names differ only in a metaphor', () => {
    const shipped = sources.filter(({ path }) => /^(src|clients)\//.test(path));
    expect(metaphorPairs(shipped.flatMap(({ source }) => exportedNames(source)))).toEqual([]);
  });
});

describe('the checker finds', () => {
  test.each([
    ['a comment without a subject', '/** What a mail says. */', 'opens with "What" instead of a subject'],
    ['one on several lines', '/**\n * Of a page, the part in view.\n */', 'opens with "Of" instead of a subject'],
    ['a paragraph without one', '/**\n * Reads it.\n *\n * So it waits.\n */', 'opens with "So" instead of a subject'],
    ['a long line', `// ${'long '.repeat(20)}`, 'has 103 columns; the limit is 100'],
    ['a long doc line', `  /** ${'long '.repeat(20)}*/`, 'has 108 columns; the limit is 100'],
    [
      'a tag behind text',
      '/** Reads a row. @throws NOT_FOUND */',
      'has @throws behind other text; a tag starts its own line',
    ],
  ])('%s', (_what, source, message) => {
    expect(styleProblems(source).map((problem) => problem.message)).toEqual([message]);
  });

  test.each([
    ['a subject', '/** Reads a row. */\nconst row = 1;'],
    ['a tag on its own line', '/**\n * Reads a row.\n * @throws NOT_FOUND where there is none\n */'],
    ['a sentence that goes on', '/**\n * Tells a proxy\n * So it is called.\n */'],
    ['code', "const what = '/** What';\nconst url = 'https://example.com/** Of';"],
  ])('nothing wrong with %s', (_what, source) => {
    expect(styleProblems(source)).toEqual([]);
  });

  test('names that differ in a metaphor alone', () => {
    expect(metaphorPairs(['HourlyRoom', 'HourlyQuota', 'hourlyRate', 'createRoom'])).toEqual([
      'HourlyRoom ~ HourlyQuota',
    ]);
    expect(metaphorPairs(['createQuota', 'createBudget'])).toEqual([]);
    expect(exportedNames('export async function readOne() {}\nexport type Row = 1;\nconst x = 1;')).toEqual([
      'readOne',
      'Row',
    ]);
  });
});
