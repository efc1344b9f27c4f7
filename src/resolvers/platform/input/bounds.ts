import { badFields, fieldProblem } from '../../../errors.ts';

/** Inclusive range of a number, and its default. */
export interface Bounds {
  minimum: number;
  maximum: number;
  default?: number;
}

/** Numbers by argument name, each with its bounds. */
type Numbers = Record<string, [number: number, bounds: Bounds]>;

/**
 * Checks numbers against their bounds.
 *
 * @throws BAD_USER_INPUT naming every number out of bounds, as `name: must be from 1 to 100`,
 *   joined by `; `
 */
export function assertWithin(numbers: Numbers): void {
  const problems = Object.entries(numbers).flatMap(([name, [number, { minimum, maximum }]]) =>
    number < minimum || number > maximum
      ? [fieldProblem(name, `must be from ${minimum} to ${maximum}`, 'out_of_range')]
      : [],
  );
  if (problems.length > 0) throw badFields(problems);
}
