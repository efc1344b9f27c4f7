import fc from 'fast-check';

/** Each run checks properties with the same values; `SEED=2 npx vitest run …` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
