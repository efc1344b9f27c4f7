import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [, table = ''] = /## Promises and their tests\n([\s\S]*?)\n## /.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
const promises = table
  .split('\n')
  .filter((line) => /^\| (?!Promise|-)/.test(line))
  .map((line) => ({ line, files: [...line.matchAll(/`([^`]+\.(?:test|scaled)\.ts)`/g)].map(([, path = '']) => path) }));

test('SECURITY.md names an existing test for each promise', () => {
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(promises.flatMap(({ files }) => files).filter((path) => !existsSync(path))).toEqual([]);
});
