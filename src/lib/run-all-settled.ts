/**
 * Runs tasks sequentially; a failure does not stop the tasks after it.
 * @throws the failure after all tasks have run; an AggregateError for more than one
 */
export async function runAllSettled(tasks: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} tasks failed`);
}
