import { ONCE } from '../resolvers/platform/idempotency/with-idempotency-key.ts';

/** Whether a root field makes something that an Idempotency-Key is for. */
export const takesKey = (field: string): boolean => ONCE.some((name) => name === field);
