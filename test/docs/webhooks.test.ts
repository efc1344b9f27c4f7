import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { deliveryHeaders } from '../../src/resolvers/addons/deliveries/signatures.ts';
import { PUBLIC_EVENT_TYPES } from '../../src/resolvers/platform/events/event-types.ts';
import { SECRET } from '../support/webhooks.ts';
import { fencesIn, readPage, tableOf } from './support/markdown.ts';

const page = readPage('docs/webhooks.md');
const BODY = JSON.stringify({ id: 'evt_1', data: { text: 'Größer 👍\u2028' } });
const headers = deliveryHeaders({
  body: BODY,
  eventId: 'evt_1',
  type: 'test',
  attempt: 1,
  secrets: { current: SECRET, previous: SECRET },
  at: new Date(),
});

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pinbound-verify-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const LANGUAGES = [
  ['js', process.execPath, 'verify.mjs'],
  ['python', 'python3', 'verify.py'],
] as const;

describe.each(LANGUAGES)('code in %s', (language, program, name) => {
  /** Output of the code for a body, a signature and a secret. */
  function run(body: string, signature: string, secret: string): string {
    const file = join(directory, name);
    writeFileSync(file, fencesIn(page, language)[0]?.text ?? '');
    const { stdout, stderr } = spawnSync(program, [file, signature, secret], { input: body, encoding: 'utf8' });
    return stdout.trim() || stderr;
  }
  const signature = headers['x-svc-signature'] ?? '';

  test('accepts a delivery', () => {
    expect(run(BODY, signature, SECRET)).toBe('true');
  });

  test.each([
    ['another body', () => run(BODY.replace('evt_1', 'evt_2'), signature, SECRET)],
    ['another secret', () => run(BODY, signature, `${SECRET}=`)],
    [
      'another signature',
      () =>
        run(
          BODY,
          signature.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
          SECRET,
        ),
    ],
    ['a shorter signature', () => run(BODY, signature.slice(0, -1), SECRET)],
    ['a signature of another kind', () => run(BODY, 'ü'.repeat(35), SECRET)],
    ['no signature', () => run(BODY, '', SECRET)],
  ])('rejects %s', (_name, verify) => {
    expect(verify()).toBe('false');
  });
});

test('has code in four languages, and describes the signature', () => {
  for (const language of ['js', 'python', 'go', 'php']) expect(fencesIn(page, language)).toHaveLength(1);
  expect(headers['x-svc-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`);
});

test('lists the event types', () => {
  const types = tableOf(page, 'Type', 'When', '`data`').map(([type]) => type);
  expect(types).toEqual([...PUBLIC_EVENT_TYPES]);
});

test('lists the headers of a delivery', () => {
  const named = tableOf(page, 'Header', 'Meaning').flatMap(([names = '']) => names.split(/`?, `?/));
  const sent = Object.keys(headers).filter((name) => !['content-type', 'user-agent'].includes(name));
  expect(named.map((name) => name.toLowerCase()).sort()).toEqual(sent.sort());
});

test('states the default retry schedule', () => {
  const delays = tableOf(page, 'Attempt', 'Delay after the previous attempt').map(([, after]) => after);
  const seconds = delays.map((after = '') => {
    const [amount = '0', unit = ''] = after.split(' ');
    return after === 'immediate' ? 0 : Number(amount) * (unit.startsWith('minute') ? 60 : 3_600);
  });
  expect(seconds).toEqual(readConfig({}).webhookRetryDelays);
});
