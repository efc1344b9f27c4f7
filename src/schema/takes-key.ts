import { ONCE } from '../resolvers/idempotency/create-once.ts';

/** Whether a root field makes something that an Idempotency-Key is for. */
export const takesKey = (field: string): boolean => ONCE.some((name) => name === field);
