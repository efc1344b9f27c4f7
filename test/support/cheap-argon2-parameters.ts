/**
 * The least that argon2id permits. vitest.config.ts uses it in place of the parameters of
 * production, except in test/contract/auth/password-guessing.test.ts and in server processes.
 */
export const ARGON2_PARAMETERS = { memoryCost: 8, timeCost: 1, parallelism: 1 };
