import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when something was acknowledged, so that there is something to lose, or when all of these are done. */
export async function begun(writing: readonly Promise<void>[], acknowledged: () => number): Promise<void> {
  let isDone = false;
  const all = Promise.all(writing).finally(() => {
    isDone = true;
  });
  while (!isDone && acknowledged() === 0) await Promise.race([all, delay(5)]);
}
