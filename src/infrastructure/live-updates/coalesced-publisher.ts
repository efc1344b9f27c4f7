import type { LiveReference } from './live-updates.ts';

/** Batching delay, ms. NOTIFY serializes commits. */
const GATHER_MS = 50;

/** Deduplicates references and publishes them in batches. Best effort: subscribers refetch. */
export function createCoalescedPublisher(
  publish: (references: LiveReference[]) => Promise<void>,
  onError: (error: unknown) => void,
): (references: LiveReference[]) => void {
  let gathered = new Map<string, LiveReference>();
  return (references) => {
    if (gathered.size === 0 && references.length > 0) {
      setTimeout(() => {
        const batch = [...gathered.values()];
        gathered = new Map();
        publish(batch).catch(onError);
      }, GATHER_MS).unref();
    }
    for (const reference of references) gathered.set(reference.id, reference);
  };
}
