/** Adds a value to a statement and returns its parameter. */
export type AddValue = (value: unknown) => string;

/** Creates `AddValue` for the values of a statement. */
export const addValueTo =
  (values: unknown[]): AddValue =>
  (value) =>
    `$${values.push(value)}`;
