/** OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2_PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
