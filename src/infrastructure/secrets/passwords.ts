import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors.ts';
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { ARGON2_PARAMETERS } from './argon2-parameters.ts';

/** Hashing shares libuv's four threads with files and DNS lookups, so it may use two at most. */
const MAX_CONCURRENT = 2;

/** Queue limit, about two seconds of work: beyond it, a later retry is faster than waiting. */
const MAX_WAITING = 100;
/** Seconds. */
const RETRY_AFTER = 2;

const { memoryCost, timeCost, parallelism } = ARGON2_PARAMETERS;

const inTurn = createConcurrencyLimit({
  atOnce: MAX_CONCURRENT,
  maxWaiting: MAX_WAITING,
  rejection: () =>
    new AppError('UNAVAILABLE', 'Too many logins are in progress; retry in a few seconds', {
      retryAfterSeconds: RETRY_AFTER,
    }),
});

/**
 * Hashes with argon2id.
 * @param signal aborts a queued hash when the client disconnects
 * @returns PHC string, including parameters and salt
 * @throws UNAVAILABLE while the queue is full
 */
export const hashPassword = (password: string, signal?: AbortSignal): Promise<string> =>
  inTurn(() => hash(password, ARGON2_PARAMETERS), signal);

/**
 * Checks a password. Without a stored hash, checks against a decoy in the same time and returns
 * false.
 * @param signal as for `hashPassword`
 * @throws UNAVAILABLE while the queue is full
 */
export async function checkPassword(
  stored: string | undefined,
  password: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await decoy()), password), signal);
  return stored !== undefined && matches;
}

/** Returns whether a stored hash uses outdated parameters. */
export const needsRehash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);

let decoyHash: Promise<string> | undefined;
const decoy = () => {
  decoyHash ??= hash('no account has this password', ARGON2_PARAMETERS);
  return decoyHash;
};
