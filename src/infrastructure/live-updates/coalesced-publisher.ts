import type { LiveReference } from './live-updates.ts';

/** What is published is on its way within so long, milliseconds: NOTIFY makes commits wait for one another. */
const GATHER_MS = 50;

/** Gathers references, each topic's each once, and publishes them together. Best effort: subscribers refetch. */
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
