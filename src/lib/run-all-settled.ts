/**
 * Runs parts one after the other, each whatever became of those before it.
 * @throws what went wrong, once all have run: an AggregateError where it was more than one
 */
export async function runAll(parts: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts of the work failed`);
}
