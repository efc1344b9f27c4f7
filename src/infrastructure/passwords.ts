import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashing shares libuv's four threads with files and name look-ups, so it may take two of them at most. */
const MAX_CONCURRENT = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** argon2id in PHC form, parameters and salt included. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS));

/** Whether the password fits; without a stored hash the same work is done against a throwaway one, and the answer is no. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await decoy()), password));
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

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
