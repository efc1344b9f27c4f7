import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors.ts';
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashing shares libuv's four threads with files and name look-ups, so it may take two of them at most. */
const MAX_CONCURRENT = 2;

/** Two seconds' work: beyond it a caller would wait longer than for another attempt. */
const MAX_WAITING = 100;
/** Seconds. */
const RETRY_AFTER = 2;

const inTurn = createConcurrencyLimit({
  atOnce: MAX_CONCURRENT,
  maxWaiting: MAX_WAITING,
  refusal: () =>
    new AppError('UNAVAILABLE', 'Too many logins wait at this moment; try again in a few seconds', {
      retryAfterSeconds: RETRY_AFTER,
    }),
});

/**
 * argon2id in PHC form, parameters and salt included.
 * @param signal aborts when the caller has gone: then nothing is hashed
 * @throws UNAVAILABLE while too many wait
 */
export const hashPassword = (password: string, signal?: AbortSignal): Promise<string> =>
  inTurn(() => hash(password, PARAMETERS), signal);

/**
 * Whether the password fits; without a stored hash the same work is done against a throwaway one, and the answer is no.
 * @param signal as for `hashPassword`
 * @throws UNAVAILABLE while too many wait
 */
export async function checkPassword(
  stored: string | undefined,
  password: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await decoy()), password), signal);
  return stored !== undefined && matches;
}

/** Whether a stored hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`);

let decoyHash: Promise<string> | undefined;
const decoy = () => {
  decoyHash ??= hash('no account has this password', PARAMETERS);
  return decoyHash;
};
