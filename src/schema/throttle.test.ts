import { expect, test } from 'vitest';
import { systemContext } from '../context.ts';
import type { Services } from '../services.ts';
import { operation } from './operation.ts';
import { countCall } from './throttle.ts';

const field = { name: 'me', extensions: operation({ throttle: 'api' }) };

/** The context of a user of whom so many calls were counted, this one included. */
function contextAfter(calls: number, limit: number) {
  const services = {
    config: { rateLimits: { user: limit } },
    calls: { count: async () => ({ calls, resetAt: Date.now() + 30_000 }) },
  } as unknown as Services;
  return {
    ...systemContext(services),
    actor: { kind: 'user', userId: 'u', tokenGeneration: 0, expiresAt: 0 } as const,
  };
}

test.each([
  [1, 1],
  [7, 7],
  // More than a list can hold: nothing is kept or gone through for each earlier call.
  [2 ** 40, 2 ** 40],
])('call %i of %i is taken, and the next is refused', async (calls, limit) => {
  const last = contextAfter(calls, limit);
  await countCall(last, field, {});
  expect(last.rateLimit.nearest).toMatchObject({ limit, remaining: 0 });
  const over = contextAfter(calls + 1, limit);
  await expect(countCall(over, field, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(over.rateLimit.nearest).toMatchObject({ limit, remaining: 0 });
});
