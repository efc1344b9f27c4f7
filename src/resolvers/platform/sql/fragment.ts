import type { Fragment } from '../../../infrastructure/database/statement.ts';

/** Adds a value to a fragment and returns its parameter. */
export type AddValue = (value: unknown) => string;

/** Value of each parameter of a sample, with which PostgreSQL describes a statement. */
export const sampleValue: AddValue = () => 'NULL';

/** Fragment whose text adds the values of its parameters. */
export function fragmentOf(write: (add: AddValue) => string): Fragment {
  const values: Record<string, unknown> = {};
  let count = 0;
  const text = write((value) => {
    const name = `value${++count}`;
    values[name] = value;
    return `$${name}`;
  });
  return { text, values };
}
