import type { BaselineKey } from '../baselines/move-baseline.ts';

/** An environment and a viewport, in which an element is watched. */
export type GuardScope = Omit<BaselineKey, 'urlKey'>;

/** Columns of a place, in the order of `scopeValues`. */
export const SCOPE_COLUMNS = 'environment_id, viewport_width, viewport_height, device_scale_factor';

/** The same of a verdict, for `deployments d JOIN deployment_captures c`. */
export const JUDGED_SCOPE = 'd.environment_id, c.viewport_width, c.viewport_height, c.device_scale_factor';

/** Parameters of a place from `$n`, as a row to compare `SCOPE_COLUMNS` with. */
export const scopeAt = (n: number): string => `($${n}::uuid, $${n + 1}::int, $${n + 2}::int, $${n + 3}::float8)`;

export const scopeValues = (place: GuardScope) => [
  place.environmentId,
  place.viewportWidth,
  place.viewportHeight,
  place.deviceScaleFactor,
];

/** `SCOPE_COLUMNS` of a table with an alias. */
export const scopeOf = (alias: string): string => SCOPE_COLUMNS.replaceAll(/\w+/g, `${alias}.$&`);
