import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { refusal } from '../support/call.ts';
import { statementsOf } from '../support/sql-statements.ts';

const app = useTestApp();

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

test('of very many logins at once, those beyond the line are told to come back, and those in it are answered', async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => login(`${randomUUID()}@example.com`, 'x')));
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(turnedAway[0]?.body).toEqual(refusal(503, 'Too many logins wait at this moment; try again in a few seconds'));
  expect(turnedAway[0]?.headers.get('retry-after')).toBe('2');
  const answered = answers.filter(({ status }) => status === 401);
  expect(answered.length).toBeGreaterThanOrEqual(102);
  expect(answered.length + turnedAway.length).toBe(150);
});

/**
 * How often a time of the one kind exceeds one of the other: a half when both come from one distribution, whatever that is.
 * Chance alone moves it by 0.05 with 60 of each.
 */
function exceedance(some: number[], others: number[]): number {
  const pairs = some.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce<number>((sum, part) => sum + part, 0) / pairs.length;
}

const SAMPLES = 60;

test.each([
  ['login', '/auth/login', { password: 'not the password' }],
  ['password reset', '/auth/password-reset', {}],
])('the times of %s are the same for unknown addresses as for known ones', async (_what, path, body) => {
  const known = await Promise.all(Array.from({ length: SAMPLES / 4 }, () => registerUser(app)));
  const timeOf = async (email: string) => {
    const started = performance.now();
    await rest(app, 'POST', path, { body: { ...body, email } });
    return performance.now() - started;
  };
  await timeOf('warm-up@example.com');
  const times = { known: [] as number[], unknown: [] as number[] };
  // By turns and in changing order, so that what else the machine does falls on both.
  for (let i = 0; i < SAMPLES; i++) {
    const addresses = { known: known[i % known.length]?.email ?? '', unknown: `${randomUUID()}@example.com` };
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[kind].push(await timeOf(addresses[kind]));
    }
  }
  expect(exceedance(times.known, times.unknown)).toBeGreaterThan(0.3);
  expect(exceedance(times.known, times.unknown)).toBeLessThan(0.7);
});

test('a login asks the database the same for an unknown address as for a known one', async () => {
  const { email } = await registerUser(app);
  const statements = (address: string) => statementsOf(app, () => login(address, 'not the password'));
  const [known, unknown] = [await statements(email), await statements(`${randomUUID()}@example.com`)];
  expect(known).toEqual(unknown);
  expect(known).toHaveLength(1);
});
