import { expect, test } from 'vitest';
import { StorageUnavailable } from '../storage/object-storage.ts';
import { createLogger } from './logger.ts';

/** Returns the log line of some fields, parsed. */
function logged(fields: object): Record<string, unknown> {
  let line = '';
  createLogger('info', { write: (text) => (line += text) }).warn(fields, 'event');
  return JSON.parse(line);
}

/** As ioredis makes them. */
const refusal = () =>
  Object.assign(new Error('WRONGPASS'), { command: { name: 'hello', args: ['3', 'AUTH', 'me', 'hunter2'] }, code: 7 });

test('logs an error with its stack and fields, without the rejected Redis command', () => {
  const { err } = logged({ err: refusal() });
  expect(err).toMatchObject({ type: 'Error', message: 'WRONGPASS', stack: expect.stringContaining(' at '), code: 7 });
  expect(JSON.stringify(err)).not.toMatch(/command|hunter2/);
});

test.each([
  ['the reason of another', new Error('outer', { cause: refusal() })],
  ['a field of another', Object.assign(new Error('outer'), { lastNodeError: refusal() })],
  ['one of several', new AggregateError([refusal()], 'outer')],
])('omits the command in %s', (_where, err) => {
  const line = JSON.stringify(logged({ err }));
  expect(line).toContain('WRONGPASS');
  expect(line).not.toContain('hunter2');
});

test.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'connect', 'ECONNREFUSED'],
  [
    'a database that shuts down',
    Object.assign(new Error('terminating connection'), { code: '57P01', client: { secretKey: 5, user: 'pinbound' } }),
    'terminating connection',
    '57P01',
  ],
  ['a storage', new StorageUnavailable(new Error('503')), expect.stringMatching(/storage.*: 503$/), undefined],
])('logs %s without a stack and the connection', (_what, error, message, code) => {
  expect(logged({ err: error }).err).toEqual({ type: expect.any(String), message, ...(code && { code }) });
});

test('masks credentials everywhere', () => {
  const line = JSON.stringify(logged({ token: 'hunter2', call: { password: 'hunter2' } }));
  expect(line).not.toContain('hunter2');
  expect(line.match(/\[redacted\]/g)).toHaveLength(2);
});
