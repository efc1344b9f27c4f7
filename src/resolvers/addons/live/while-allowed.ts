/**
 * Ends the stream before the first update that the subscriber may not read.
 *
 * @param select returns the form of an update that the subscriber receives; null to skip it
 */
export function whileAllowed<T, Wanted>(
  updates: AsyncIterableIterator<T>,
  isAllowed: (update: T) => boolean,
  select: (update: T) => Wanted | null,
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
        const selected = select(value);
        if (selected !== null) return { value: selected, done: false };
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
