import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { type ByteShare, createByteBudget, type Holder } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { networkOf } from '../lib/network-of.ts';

/** Of bodies that were read and not answered yet; those that pages collect have a budget of their own. */
const MAX_HELD = 128 * MIB;
/** Of these, one user's, or those of one network without a token: three of the largest imports. */
const MAX_OF_CALLER = 32 * MIB;
/** Of these, one network's, whoever calls from there: many accounts are not many callers. */
const MAX_OF_NETWORK = 64 * MIB;
const RETRY_AFTER_SECONDS = 2;

/** Does the work of a request with a share of what bodies may take together, and gives it back afterwards. */
export type Holding = <T>(ctx: Context, work: (ctx: Context, share: ByteShare) => Promise<T>) => Promise<T>;

/** Bounds the bodies that a process holds at once, by what has come of them. A share that finds no room throws UNAVAILABLE. */
export function createHeldBodies(): Holding {
  const budget = createByteBudget(MAX_HELD, noRoom);
  return async (ctx, work) => {
    const share = budget.open(...callerOf(ctx, { ofCaller: MAX_OF_CALLER, ofNetwork: MAX_OF_NETWORK }));
    try {
      return await work(ctx, share);
    } finally {
      share.end();
    }
  };
}

/** On whose behalf a call holds what: the user, or the network without a token, and the network. @param most bytes of each */
export function callerOf({ actor, ip }: Context, most: { ofCaller: number; ofNetwork: number }): Holder[] {
  const network = networkOf(ip);
  return [
    { name: actor.kind === 'user' ? `user:${actor.userId}` : `ip:${network}`, max: most.ofCaller },
    { name: `network:${network}`, max: most.ofNetwork },
  ];
}

const noRoom = () =>
  new AppError('UNAVAILABLE', 'Too many bodies are on their way at the moment; send this again', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
