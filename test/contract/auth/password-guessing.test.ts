import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser } from '../../support/factories.ts';
import { PatientClient } from '../../support/patient-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { statementsOf } from '../support/sql-statements.ts';

/**
 * A gate before argon2. While it is closed no verification ends, so the length of the queue does
 * not depend on the speed of the machine.
 */
const verification = vi.hoisted(() => {
  let closed: Promise<void> | undefined;
  return {
    passed: async () => closed,
    close() {
      let open = () => {};
      closed = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        closed = undefined;
        open();
      };
    },
  };
});

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    verify: async (...args: Parameters<typeof argon2.verify>) => {
      await verification.passed();
      return argon2.verify(...args);
    },
  };
});

const app = useTestApp();

const login = (email: string, password: string) => rest(app, 'POST', '/auth/login', { body: { email, password } });

const LIMITED = errorBody(429, expect.stringMatching(/^Over 10 wrong passwords in 15 minutes; retry in \d+ s$/));

test('after 10 wrong passwords an address, with or without an account, gets 429 for the correct password too', async () => {
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

test('of 40 simultaneous wrong passwords, 10 get 401 and 30 get 429', async () => {
  const { email } = await registerUser(app);
  const responses = await Promise.all(Array.from({ length: 40 }, () => login(email, 'x')));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('a correct password resets the count, and 20 simultaneous correct ones all succeed', async () => {
  const { email } = await registerUser(app);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect((await login(email, 'x')).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(200);
  }
  const responses = await Promise.all(Array.from({ length: 20 }, () => login(email, PASSWORD)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('102 of 150 simultaneous logins are checked or queued, and the others get 503', async () => {
  const openGate = verification.close();
  let rejected = 0;
  const responses = Array.from({ length: 150 }, async () => {
    const response = await login(`${randomUUID()}@example.com`, 'x');
    if (response.status === 503) rejected++;
    return response;
  });
  await vi.waitFor(() => expect(rejected).toBe(48), { timeout: 200_000 });
  openGate();
  const responded = await Promise.all(responses);
  expect(responded.filter(({ status }) => status === 401)).toHaveLength(102);
  const unavailable = responded.filter(({ status }) => status === 503);
  expect(unavailable).toHaveLength(48);
  for (const { body, headers } of unavailable) {
    expect(body).toEqual(errorBody(503, 'Too many logins are in progress; retry in a few seconds'));
    expect(headers.get('retry-after')).toBe('2');
  }
});

/**
 * Probability that a time of `some` exceeds a time of `others`: 0.5 if both have the same
 * distribution. With 60 samples each, its standard deviation is 0.05.
 */
function exceedance(some: number[], others: number[]): number {
  const pairs = some.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce<number>((sum, part) => sum + part, 0) / pairs.length;
}

const SAMPLES = 60;

test.each([
  ['login', '/auth/login', 401, { password: 'not the password' }],
  ['password reset', '/auth/password-reset', 202, {}],
])('%s takes the same time for unknown and known addresses', async (_what, path, expected, body) => {
  // On a busy machine, some of these registrations at once get 503; they are repeated.
  const client = new PatientClient(app.url);
  const register = async (): Promise<string> => {
    const email = `${randomUUID()}@example.com`;
    await client.send('POST', '/auth/register', 201, { body: { email, password: PASSWORD, name: 'Ada' } });
    return email;
  };
  const known = await Promise.all(Array.from({ length: SAMPLES / 4 }, register));
  const timeOf = async (email: string) => {
    const started = performance.now();
    const { status } = await rest(app, 'POST', path, { body: { ...body, email } });
    const ms = performance.now() - started;
    expect(status).toBe(expected);
    return ms;
  };
  await timeOf('warm-up@example.com');
  const times = { known: [] as number[], unknown: [] as number[] };
  // Alternating order distributes other load on the machine evenly.
  for (let i = 0; i < SAMPLES; i++) {
    const addresses = { known: known[i % known.length] ?? '', unknown: `${randomUUID()}@example.com` };
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[kind].push(await timeOf(addresses[kind]));
    }
  }
  expect(exceedance(times.known, times.unknown)).toBeGreaterThan(0.3);
  expect(exceedance(times.known, times.unknown)).toBeLessThan(0.7);
});

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  const { id } = await registerUser(app);
  const { passwordHash } = await app.services.db.user.findUniqueOrThrow({ where: { id } });
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a login sends the same statements for an unknown and a known address', async () => {
  const { email } = await registerUser(app);
  const statements = (address: string) => statementsOf(app, () => login(address, 'not the password'));
  const [known, unknown] = [await statements(email), await statements(`${randomUUID()}@example.com`)];
  expect(known).toEqual(unknown);
  expect(known).toHaveLength(1);
});
