import { IDEMPOTENT_OPERATIONS } from '../resolvers/platform/idempotency/with-idempotency-key.ts';

/** Returns whether a root field creates something and accepts an Idempotency-Key. */
export const acceptsIdempotencyKey = (field: string): boolean => IDEMPOTENT_OPERATIONS.some((name) => name === field);
