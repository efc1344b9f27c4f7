import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  exportedNames,
  metaphorPairs,
  phraseProblems,
  styleProblems,
  subjectlessDescriptions,
} from './support/comment-style.ts';

/** Reads every committed file that people read: no generated code. */
const committed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('.generated.ts'))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

const sources = committed('*.ts', '*.tsx', '*.mjs', '*.js');

/** Files that name avoided phrases, or hold texts as people write them. */
const QUOTED = /comment-style\.ts|language\.test\.ts|^bench\/verdicts|verdicts\/.*\.test\.ts/;

describe('the language of the code', () => {
  test('comments follow the rules of CONTRIBUTING.md', () => {
    expect(sources.length).toBeGreaterThan(100);
    const problems = sources.flatMap(({ path, source }) =>
      styleProblems(source).map(({ line, message }) => `${path}:${line} ${message}`),
    );
    expect(problems).toEqual([]);
  });

  test('code, texts of screens, the schema and documents avoid phrases of other languages', () => {
    const texts = [
      ...sources,
      ...committed('*.md', '*.css', '*.html', '*.prisma', 'schema.graphql', 'clients/*-en.json'),
    ];
    expect(sources.some(({ path }) => path.endsWith('.tsx'))).toBe(true);
    const problems = texts
      .filter(({ path }) => !QUOTED.test(path))
      .flatMap(({ path, source }) => phraseProblems(source).map(({ line, message }) => `${path}:${line} ${message}`));
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

  test.each([
    ['// One label is no id.', 'says "is no id" instead of is not a …'],
    ['const a = "an own view";', 'says "an own" instead of your, their or its own'],
    ['Pages of which one changed.', 'says "of which" instead of a sentence of its own'],
    ['<p>A labelled field</p>', 'says "labelled" instead of the American spelling'],
  ])('the phrase in %s', (text, message) => {
    expect(phraseProblems(`\n${text}`)).toEqual([{ line: 2, message }]);
  });

  test.each(['There is no id.', 'It is no longer there.', 'aria-labelledby', 'There are no more.'])(
    'no avoided phrase in %s',
    (text) => {
      expect(phraseProblems(text)).toEqual([]);
    },
  );

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
