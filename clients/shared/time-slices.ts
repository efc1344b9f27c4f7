/** Runs all steps synchronously. */
export function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Longest time of work between two pauses, ms: less than half a frame. */
const SLICE_MS = 6;

/**
 * Runs the steps in slices and yields to the page between them.
 *
 * @returns null if the signal aborted
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

/**
 * Waits for the next task. A message arrives sooner than the shortest timeout, which browsers clamp
 * to 4 ms.
 */
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
