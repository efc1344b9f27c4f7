import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Context } from '../../../context.ts';
import { isKeyOf, ObjectDamaged, type ObjectStorage } from '../../../infrastructure/storage/object-storage.ts';
import { createSingleFlight, type SingleFlight } from '../../../lib/single-flight.ts';

/** Checks in progress, by storage. */
const checks = new WeakMap<ObjectStorage, SingleFlight>();

/**
 * Verifies an object against the hash in its key, without keeping it in memory. Concurrent checks
 * of the same object share one read.
 *
 * @throws ObjectMissing, ObjectDamaged
 * @throws the abort reason of the request's signal
 */
export function assertIntact({ services, signal }: Context<'objects'>, key: string): Promise<void> {
  const inFlight = checks.get(services.objects) ?? createSingleFlight();
  checks.set(services.objects, inFlight);
  return inFlight.join(key, signal, async (gone) => {
    const hash = createHash('sha256');
    for await (const chunk of addAbortSignal(gone, await services.objects.open(key))) hash.update(chunk);
    if (!isKeyOf(key, hash.digest('hex'))) throw new ObjectDamaged(key);
  });
}
