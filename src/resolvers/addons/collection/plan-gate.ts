import type { AppError } from '../../../errors.ts';
import type { CollectedBatch } from '../../../types/collection.ts';
import type { StoreResult } from './store-batches.ts';

/** Errors by rejected batch. */
type Rejections = Map<CollectedBatch, Error>;

/**
 * Time for which a rejection applies to further batches, milliseconds; the plan may be upgraded
 * meanwhile.
 */
const CACHED_MS = 1_000;
/** Maximum number of cached organizations; the oldest are evicted. */
const MAX_CACHED = 10_000;

interface CachedRejection {
  error: AppError;
  /** Batches with this many events or more are rejected. */
  events: number;
  until: number;
}

/**
 * Creates a function that stores batches within the plans of their organizations. Batches over a
 * plan's quota are rejected one by one and do not affect those of other organizations.
 *
 * @param store stores all batches, or none if a plan cannot take all of them
 * @returns function from batches to the errors of the rejected ones
 */
export function createPlanGate(
  store: (batches: CollectedBatch[]) => Promise<StoreResult>,
  now = Date.now,
): (batches: CollectedBatch[]) => Promise<Rejections> {
  const cached = new Map<string, CachedRejection>();

  function cachedErrorFor({ organizationId, eventCount }: CollectedBatch): AppError | undefined {
    const found = cached.get(organizationId);
    return found && found.until > now() && eventCount >= found.events ? found.error : undefined;
  }

  function remember({ organizationId, eventCount }: CollectedBatch, error: AppError): void {
    cached.delete(organizationId);
    cached.set(organizationId, { error, events: eventCount, until: now() + CACHED_MS });
    if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value ?? '');
  }

  async function storeWithinPlan(batches: CollectedBatch[]): Promise<Rejections> {
    const rejections: Rejections = new Map();
    const candidates = batches.filter((batch) => {
      const error = cachedErrorFor(batch);
      if (error) rejections.set(batch, error);
      return !error;
    });
    if (candidates.length === 0) return rejections;

    const { orphaned, overQuota } = await store(candidates);
    if (overQuota.size === 0) return new Map([...rejections, ...orphaned]);
    const groups = [candidates.filter(({ organizationId }) => !overQuota.has(organizationId))];
    for (const [organizationId, error] of overQuota) {
      const own = candidates.filter((batch) => batch.organizationId === organizationId);
      const [first] = own;
      if (first && own.length === 1) {
        remember(first, error);
        rejections.set(first, error);
      } else {
        const half = Math.ceil(own.length / 2);
        groups.push(own.slice(0, half), own.slice(half));
      }
    }
    for (const group of groups) {
      for (const [batch, reason] of await storeWithinPlan(group)) rejections.set(batch, reason);
    }
    return rejections;
  }

  return storeWithinPlan;
}
