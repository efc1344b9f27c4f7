/**
 * Joins concurrent calls into batches. Calls that arrive while a batch runs form the next one, so
 * batches grow with the load and a single call runs at once.
 * @param run returns results in the order of its items; a throw rejects every call of the batch
 * @param delayMs time that a first call waits for others, ms
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  maxSize: number,
  delayMs = 0,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxSize);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      if (delayMs > 0) setTimeout(drain, delayMs);
      else setImmediate(drain);
    });
}
