import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPage, tableOf } from './support/markdown.ts';

/** Replaces variable parts by `…`. */
const general = (text: string) => text.replace(/\$\{[^}]*\}/g, '…');

const source = readFileSync('src/infrastructure/capture/page/navigation-errors.ts', 'utf8');
const messages = [...source.matchAll(/(?:'([^'\n]{15,})'|`([^`\n]{15,})`)/g)].map(([, plain, template]) =>
  general(plain ?? template ?? ''),
);

const documented = tableOf(readPage('docs/snapshots.md'), '`error` begins with', 'What to do').map(
  ([error = '']) => error,
);

test('finds the messages in the source', () => {
  expect(messages.length).toBeGreaterThan(12);
});

test.each(messages)('lists "%s" in the table of errors', (text) => {
  const beginning = text.replace(/ \(…\)$/, '');
  expect(documented.filter((row) => row.includes(beginning))).not.toEqual([]);
});
