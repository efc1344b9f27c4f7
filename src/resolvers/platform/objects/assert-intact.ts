import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Context } from '../../../context.ts';
import { isKeyOf, ObjectDamaged, type ObjectStorage } from '../../../infrastructure/storage/object-storage.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';

/** Checks of a storage that are in progress. */
const checksOf = oncePer((_storage: ObjectStorage) => createSingleFlight());

/**
 * Verifies an object against the hash in its key, without keeping it in memory. Concurrent checks
 * of the same object share one read.
 *
 * @throws ObjectMissing, ObjectDamaged
 * @throws the abort reason of the request's signal
 */
export function assertIntact({ services, signal }: Context<'objects'>, key: string): Promise<void> {
  return checksOf(services.objects).join(key, signal, async (gone) => {
    const hash = createHash('sha256');
    for await (const chunk of addAbortSignal(gone, await services.objects.open(key))) hash.update(chunk);
    if (!isKeyOf(key, hash.digest('hex'))) throw new ObjectDamaged(key);
  });
}
