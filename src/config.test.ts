import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('nothing given: the defaults', () => {
  const config = readConfig({ PORT: '', HOST: '' });
  expect(config.http).toMatchObject({ port: 4000, host: '127.0.0.1', baseUrl: 'http://localhost:4000' });
  expect(config.role).toBe('all');
});

test('every problem is told at once, those of single settings and those between settings', () => {
  const read = () =>
    readConfig({ NODE_ENV: 'production', PORT: 'many', ROLE: 'api', DATABASE_URL: '', LOG_LEVEL: 'loud' });
  expect(read).toThrow(
    /PORT: .*\(found "many"\)[\s\S]*LOG_LEVEL: [\s\S]*ROLE: api needs DATABASE_URL[\s\S]*AUTH_SECRET: required/,
  );
});

test('a value that may hold a secret is not repeated', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db', AUTH_SECRET: 'short-hunter2' });
  expect(read).toThrow(/DATABASE_URL[\s\S]*AUTH_SECRET/);
  expect(read).not.toThrow(/hunter2/);
});
