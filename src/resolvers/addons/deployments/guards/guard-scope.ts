import type { BaselineKey } from '../baselines/move-baseline.ts';

/** An environment and a viewport, in which an element is watched. */
export type GuardScope = Omit<BaselineKey, 'urlKey'>;

/** Columns of a place, in the order of `scopeValues`. */
export const SCOPE_COLUMNS = 'environment_id, viewport_width, viewport_height, device_scale_factor';

/**
 * SQL: the place of a verdict `alias`, its page and the time of its picture, as a lateral table. No
 * row for a check whose snapshot was deleted.
 */
export const placeOfVerdict = (alias: string): string => `LATERAL (
    SELECT coalesce(d.environment_id, s.environment_id) AS environment_id, coalesce(c.viewport_width, s.viewport_width) AS viewport_width,
           coalesce(c.viewport_height, s.viewport_height) AS viewport_height,
           coalesce(c.device_scale_factor, s.device_scale_factor) AS device_scale_factor, coalesce(c.url_key, s.url_key) AS url_key,
           coalesce(s.completed_at, ${alias}.created_at) AS seen_at
      FROM (VALUES (1)) one
      LEFT JOIN deployment_captures c ON c.id = ${alias}.capture_id
      LEFT JOIN deployments d ON d.id = ${alias}.deployment_id
      LEFT JOIN snapshots s ON s.id = ${alias}.after_snapshot_id
     WHERE c.id IS NOT NULL OR s.id IS NOT NULL)`;

/** Parameters of `scopeValues`, as a row to compare `SCOPE_COLUMNS` with. */
export const SCOPE = '($environmentId::uuid, $viewportWidth::int, $viewportHeight::int, $deviceScaleFactor::float8)';

export const scopeValues = ({ environmentId, viewportWidth, viewportHeight, deviceScaleFactor }: GuardScope) => ({
  environmentId,
  viewportWidth,
  viewportHeight,
  deviceScaleFactor,
});

/** `SCOPE_COLUMNS` of a table with an alias. */
export const scopeOf = (alias: string): string => SCOPE_COLUMNS.replaceAll(/\w+/g, `${alias}.$&`);
