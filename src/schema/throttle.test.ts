import { expect, test } from 'vitest';
import { type Services, systemContext } from '../context.ts';
import { operation } from './operation.ts';
import { countCall } from './throttle.ts';

const field = { name: 'me', extensions: operation({ throttle: 'api' }) };

/** Creates the context of a user with this number of calls, including the current one. */
function contextAfter(calls: number, limit: number) {
  const services = {
    config: { rateLimits: { user: limit } },
    rateLimitStore: { increment: async () => ({ count: calls, remainingMs: 30_000 }) },
  } as unknown as Services;
  return {
    ...systemContext(services),
    actor: { kind: 'user', userId: 'u', tokenGeneration: 0, expiresAt: 0 } as const,
  };
}

test.each([
  [1, 1],
  [7, 7],
  // More than a list can hold: earlier calls are not stored individually.
  [2 ** 40, 2 ** 40],
])('accepts call %i of %i and rejects the next', async (calls, limit) => {
  const last = contextAfter(calls, limit);
  await countCall(last, field, {});
  expect(last.rateLimit.nearest).toMatchObject({ limit, remaining: 0 });
  const over = contextAfter(calls + 1, limit);
  await expect(countCall(over, field, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(over.rateLimit.nearest).toMatchObject({ limit, remaining: 0 });
});
