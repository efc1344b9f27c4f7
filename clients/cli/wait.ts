import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two reads: it grows, ms. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [300, 5_000];

/**
 * Reads until there is a result, or the time is over.
 *
 * @returns undefined if the time is over
 */
export async function waitFor<Value>(
  read: () => Promise<Value | undefined>,
  seconds: number,
): Promise<Value | undefined> {
  const deadline = performance.now() + seconds * 1_000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const value = await read();
    if (value !== undefined) return value;
    if (performance.now() + pause > deadline) return undefined;
    await sleep(pause);
  }
}
