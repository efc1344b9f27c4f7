/** Runs all steps at once. */
export function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Longest stretch of work between two pauses, in milliseconds: half a frame. */
const SLICE_MS = 6;

/**
 * Runs the steps in slices, with room for the page's own work between them.
 *
 * @returns null when the signal ended it.
 */
export async function runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T | null> {
  let started = performance.now();
  while (!signal?.aborted) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - started < SLICE_MS) continue;
    await nextTask();
    started = performance.now();
  }
  return null;
}

/** A message comes sooner than the shortest timeout, which browsers stretch to 4 ms. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
