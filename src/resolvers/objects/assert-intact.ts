import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Context } from '../../context.ts';
import { isKeyOf, ObjectDamaged } from '../../infrastructure/storage/object-storage.ts';
import { createSingleFlight, type SingleFlight } from '../../lib/single-flight.ts';
import type { Services } from '../../services.ts';

/** Of each process's services, the checks under way. */
const checks = new WeakMap<Services, SingleFlight>();

/**
 * Reads an object to its end without holding it. Those who ask for the same at once share one reading.
 * @throws ObjectMissing, ObjectDamaged; the reason of the caller's signal when the caller has gone
 */
export function assertIntact({ services, signal }: Context, key: string): Promise<void> {
  const underWay = checks.get(services) ?? createSingleFlight();
  checks.set(services, underWay);
  return underWay.join(key, signal, async (gone) => {
    const hash = createHash('sha256');
    for await (const chunk of addAbortSignal(gone, await services.objects.open(key))) hash.update(chunk);
    if (!isKeyOf(key, hash.digest('hex'))) throw new ObjectDamaged(key);
  });
}
