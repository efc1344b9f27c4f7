import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once something was acknowledged, and so can be lost, or once all writers are done. */
export async function waitForFirstAck(writing: readonly Promise<void>[], acknowledged: () => number): Promise<void> {
  let isDone = false;
  const all = Promise.all(writing).finally(() => {
    isDone = true;
  });
  while (!isDone && acknowledged() === 0) await Promise.race([all, delay(5)]);
}
