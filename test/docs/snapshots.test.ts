import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPage, tableOf } from './support/markdown.ts';

/** Places that differ as one `…`. */
const general = (text: string) => text.replace(/\$\{[^}]*\}/g, '…');

const source = readFileSync('src/infrastructure/capture/page/navigation-words.ts', 'utf8');
const words = [...source.matchAll(/(?:'([^'\n]{15,})'|`([^`\n]{15,})`)/g)].map(([, plain, template]) =>
  general(plain ?? template ?? ''),
);

const documented = tableOf(readPage('docs/snapshots.md'), '`error` begins with', 'What to do').map(
  ([error = '']) => error,
);

test('the words were found', () => {
  expect(words.length).toBeGreaterThan(12);
});

test.each(words)('the table of errors has "%s"', (text) => {
  const beginning = text.replace(/ \(…\)$/, '');
  expect(documented.filter((row) => row.includes(beginning))).not.toEqual([]);
});
