import { expect, test } from 'vitest';
import { repetitionsOf } from './support/repeated-lines.ts';

const lines = (...names: string[]) => names.map((name) => `const ${name} = 1;`).join('\n');
const six = lines('a', 'b', 'c', 'd', 'e', 'f');

test('six equal lines of two files are one repetition, without white space and lines that do not count', () => {
  const indented = `import { x } from './x.ts';\n\n  ${six.replace('\n', '\n  // A comment.\n  ')}`;
  expect(
    repetitionsOf([
      { path: 'a.ts', source: six },
      { path: 'b.ts', source: indented },
    ]),
  ).toEqual([{ first: { path: 'a.ts', line: 1 }, second: { path: 'b.ts', line: 3 }, lines: 6 }]);
});

test('a longer run is one repetition, five lines are none', () => {
  const longer = `${six}\n${lines('g', 'h')}`;
  const found = (source: string) =>
    repetitionsOf([
      { path: 'a.ts', source },
      { path: 'b.ts', source },
    ]);
  expect(found(longer)).toMatchObject([{ lines: 8 }]);
  expect(found(lines('a', 'b', 'c', 'd', 'e'))).toEqual([]);
});

test('places of one file count, if they do not overlap', () => {
  expect(repetitionsOf([{ path: 'a.ts', source: `${six}\nconst z = 2;\n${six}` }])).toMatchObject([
    { first: { line: 1 }, second: { line: 8 } },
  ]);
  expect(repetitionsOf([{ path: 'a.ts', source: 'f();\n'.repeat(10) }])).toEqual([]);
});
