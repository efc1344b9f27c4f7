import { Failure } from './failure.ts';

/** True for a failure that may be gone when the same is asked again. */
export function isPassing(reason: unknown): reason is Failure {
  if (!(reason instanceof Failure)) return false;
  const { status } = reason;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
