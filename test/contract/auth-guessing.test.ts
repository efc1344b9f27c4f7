import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { PASSWORD, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { refusal } from './support/call.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const login = (email: string, password: string) => rest(app, 'POST', '/auth/login', { body: { email, password } });

const LIMITED = refusal(
  429,
  expect.stringMatching(/^Over 10 wrong passwords in 15 minutes; wait \d+ s, then try again$/),
);

test('after 10 wrong passwords an account, real or not, answers 429 to the right one too', async () => {
  const { email } = await registerUser(app);
  for (const address of [email, 'nobody@example.com']) {
    for (let i = 0; i < 10; i++)
      expect((await login(i % 2 ? address : ` ${address.toUpperCase()}`, 'x')).status).toBe(401);
    const { status, body, headers } = await login(address, PASSWORD);
    expect([status, body]).toEqual([429, LIMITED]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
  }
  expect((await login((await registerUser(app)).email, PASSWORD)).status).toBe(200);
});

test('of 40 wrong passwords at once, 10 are told wrong', async () => {
  const { email } = await registerUser(app);
  const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, 'x')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('the right password starts the count anew, and 20 right ones at once are no guessing', async () => {
  const { email } = await registerUser(app);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect((await login(email, 'x')).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(200);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, PASSWORD)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each([
  ['login', '/auth/login', { password: 'not the password' }],
  ['password reset', '/auth/password-reset', {}],
])('%s takes as long for an unknown address as for a known one', async (_what, path, body) => {
  const known = await Promise.all(Array.from({ length: 12 }, () => registerUser(app)));
  const unknown = known.map(() => ({ email: `${randomUUID()}@example.com` }));
  const times = { known: [] as number[], unknown: [] as number[] };
  // By turns, so that what else the machine does falls on both.
  for (const [i, { email }] of known.entries()) {
    for (const [kind, address] of [
      ['known', email],
      ['unknown', unknown[i]?.email],
    ] as const) {
      const started = performance.now();
      await rest(app, 'POST', path, { body: { ...body, email: address } });
      times[kind].push(performance.now() - started);
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(1 / 3);
  expect(ratio).toBeLessThan(3);
});
