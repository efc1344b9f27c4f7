import { badInput } from '../../../errors.ts';

/** What a number may be, both ends included, and what it is when it is left out. */
export interface Bounds {
  minimum: number;
  maximum: number;
  default?: number;
}

/** Numbers, by the names that callers give them, each with its bounds. */
type Numbers = Record<string, [number: number, bounds: Bounds]>;

/** @throws BAD_USER_INPUT that names every number out of bounds, as `name: must be from 1 to 100`, joined by `; ` */
export function assertWithin(numbers: Numbers): void {
  const problems = Object.entries(numbers).flatMap(([name, [number, { minimum, maximum }]]) =>
    number < minimum || number > maximum ? [`${name}: must be from ${minimum} to ${maximum}`] : [],
  );
  if (problems.length > 0) throw badInput(problems.join('; '));
}
