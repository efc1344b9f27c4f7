import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { type ByteShare, createByteBudget } from '../infrastructure/byte-budget.ts';
import { networkOf } from '../infrastructure/network-of.ts';

const MIB = 1024 * 1024;
/** Of bodies that were read and not answered yet; those that pages collect have a budget of their own. */
const MAX_HELD = 128 * MIB;
/** Of these, one user's or one network's: three of the largest imports. */
const MAX_OF_CALLER = 32 * MIB;
const RETRY_AFTER_SECONDS = 2;

/** Does the work of a request with a share of what bodies may take together, and gives it back afterwards. */
export type Holding = <T>(ctx: Context, work: (ctx: Context, share: ByteShare) => Promise<T>) => Promise<T>;

/** Bounds the bodies that a process holds at once. A share that finds no room throws UNAVAILABLE. */
export function createHeldBodies(): Holding {
  const budget = createByteBudget({ total: MAX_HELD, each: MAX_OF_CALLER }, noRoom);
  return async (ctx, work) => {
    const { actor, ip } = ctx;
    const share = budget.open(actor.kind === 'user' ? `user:${actor.userId}` : `ip:${networkOf(ip)}`);
    try {
      return await work(ctx, share);
    } finally {
      share.end();
    }
  };
}

const noRoom = () =>
  new AppError('UNAVAILABLE', 'Too many bodies are on their way at the moment; send this again', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
