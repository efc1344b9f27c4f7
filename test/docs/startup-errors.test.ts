import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, tableOf } from './support/markdown.ts';

/** Replaces variable parts and the space around them by one `…`. */
const general = (message: string) => message.replace(/\$\{[^}]*\}/g, '…').replace(/\s*…([\s:]*…)*\s*/g, '…');

/** Message for an unexpected error at startup. */
const UNEXPECTED = 'Pinbound failed to start';

/** Messages of every StartupError in src, up to the first dynamic part. */
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

const documented = tableOf(readPage('docs/recover.md'), 'Message', 'What to do').map(([message = '']) => message);

test.each(startupErrors())('lists "%s" under troubleshooting', (message) => {
  expect(documented.filter((row) => message.includes(general(row)))).not.toEqual([]);
});

test('lists only existing messages under troubleshooting', () => {
  const messages = startupErrors();
  expect(messages.length).toBeGreaterThan(20);
  expect(documented.filter((row) => !messages.some((message) => message.includes(general(row))))).toEqual([UNEXPECTED]);
  expect(readFileSync('src/process.ts', 'utf8')).toContain(UNEXPECTED);
});
