/** Streams `values` while `guard` is open. Items of `guard` are dropped; each ends the other. */
export function whileOpen<T>(
  guard: AsyncIterableIterator<unknown>,
  values: AsyncIterableIterator<T>,
): AsyncIterableIterator<T> {
  const end = async (): Promise<IteratorResult<T>> => {
    await guard.return?.();
    await values.return?.();
    return { value: undefined, done: true };
  };
  void untilEnd(guard).then(end);
  return {
    async next() {
      const result = await values.next();
      return result.done ? end() : result;
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function untilEnd(guard: AsyncIterableIterator<unknown>): Promise<void> {
  while (!(await guard.next()).done);
}
