import type { AppError } from '../../errors.ts';
import type { CollectedBatch } from '../../types/collection.ts';
import type { Stored } from '../addons/collection/store-batches.ts';

type Refusals = Map<CollectedBatch, Error>;

/** For how long a refusal answers for the next ones, milliseconds: a plan may have become a larger one. */
const BELIEVED_MS = 1_000;
/** Organizations remembered; beyond it the oldest are forgotten. */
const MAX = 10_000;

interface Refused {
  error: AppError;
  /** As many events, and more, have no room. */
  events: number;
  until: number;
}

/**
 * Stores batches as far as the plans of their organizations have room. The rest is refused, batch by batch; the batches
 * of others are stored all the same.
 * @param store all of them or, as long as a plan has no room for all, none
 */
export function createPlanGate(
  store: (batches: CollectedBatch[]) => Promise<Stored>,
  now = Date.now,
): (batches: CollectedBatch[]) => Promise<Refusals> {
  const refused = new Map<string, Refused>();

  function refusalOf({ organizationId, eventCount }: CollectedBatch): AppError | undefined {
    const found = refused.get(organizationId);
    return found && found.until > now() && eventCount >= found.events ? found.error : undefined;
  }

  function remember({ organizationId, eventCount }: CollectedBatch, error: AppError): void {
    refused.delete(organizationId);
    refused.set(organizationId, { error, events: eventCount, until: now() + BELIEVED_MS });
    if (refused.size > MAX) refused.delete(refused.keys().next().value ?? '');
  }

  async function storeWhatFits(batches: CollectedBatch[]): Promise<Refusals> {
    const refusals: Refusals = new Map();
    const hopeful = batches.filter((batch) => {
      const error = refusalOf(batch);
      if (error) refusals.set(batch, error);
      return !error;
    });
    if (hopeful.length === 0) return refusals;

    const { gone, full } = await store(hopeful);
    if (full.size === 0) return new Map([...refusals, ...gone]);
    const parts = [hopeful.filter(({ organizationId }) => !full.has(organizationId))];
    for (const [organizationId, error] of full) {
      const own = hopeful.filter((batch) => batch.organizationId === organizationId);
      const [first] = own;
      if (first && own.length === 1) {
        remember(first, error);
        refusals.set(first, error);
      } else {
        const half = Math.ceil(own.length / 2);
        parts.push(own.slice(0, half), own.slice(half));
      }
    }
    for (const part of parts) {
      for (const [batch, reason] of await storeWhatFits(part)) refusals.set(batch, reason);
    }
    return refusals;
  }

  return storeWhatFits;
}
