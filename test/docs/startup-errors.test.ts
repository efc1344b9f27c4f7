import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, tableOf } from './support/markdown.ts';

/** Places that differ, and the space around them, as one `…`. */
const general = (message: string) => message.replace(/\$\{[^}]*\}/g, '…').replace(/\s*…([\s:]*…)*\s*/g, '…');

/** What the process prints when something that nobody foresaw keeps it from starting. */
const UNFORESEEN = 'Pinbound failed to start';

/** The texts of every StartupError in src, up to what is made while it runs. */
function startupErrors(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  return files.flatMap((name) => {
    const source = readFileSync(join('src', name), 'utf8');
    const calls = source.matchAll(/new StartupError\(\s*(?:`([^`]*)|'([^']*)|"([^"]*))/g);
    return [...calls].map(([, template, single, double]) => general(template ?? single ?? double ?? ''));
  });
}

const documented = tableOf(readPage('docs/operating.md'), 'Message', 'What to do').map(([message = '']) => message);

test.each(startupErrors())('troubleshooting has "%s"', (message) => {
  expect(documented.filter((row) => message.includes(general(row)))).not.toEqual([]);
});

test('troubleshooting has no message that does not exist', () => {
  const messages = startupErrors();
  expect(messages.length).toBeGreaterThan(20);
  expect(documented.filter((row) => !messages.some((message) => message.includes(general(row))))).toEqual([UNFORESEEN]);
  expect(readFileSync('src/process.ts', 'utf8')).toContain(UNFORESEEN);
});
