/** Ends the stream before the first update that the subscriber may not read. Filters the others. */
export function whileAllowed<T, Wanted extends T>(
  updates: AsyncIterableIterator<T>,
  isAllowed: (update: T) => boolean,
  isWanted: (update: T) => update is Wanted,
): AsyncIterableIterator<Wanted> {
  // Not a generator: `return` must reach the source while `next` is waiting.
  const end = async (): Promise<IteratorResult<Wanted>> => {
    await updates.return?.();
    return { value: undefined, done: true };
  };
  return {
    async next() {
      for (;;) {
        const { value, done } = await updates.next();
        if (done) return { value: undefined, done };
        if (!isAllowed(value)) return end();
        if (isWanted(value)) return { value, done: false };
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
