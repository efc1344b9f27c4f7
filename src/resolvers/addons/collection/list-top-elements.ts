import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { collectedPageKey } from '../../platform/input/redact-url.ts';
import { type DayRangeArgs, readDayRange } from './day-range.ts';

export interface ElementActivity {
  url: string;
  selector: string;
  clicks: number;
  hovers: number;
  inputs: number;
}

/** Bounds of the argument `limit`. */
export const TOP_ELEMENTS = { minimum: 1, maximum: 100, default: 20 } satisfies Bounds;

/** Aggregates before it joins the pages: one row per element instead of one per element and day. */
const TOP = statement(
  'list-top-elements/top',
  `SELECT p.url, d.selector AS "selector!", d.clicks::float8 AS "clicks!", d.hovers::float8 AS "hovers!", d.inputs::float8 AS "inputs!"
  FROM (SELECT page_id, element_id, min(selector) AS selector, sum(clicks) AS clicks, sum(hovers) AS hovers, sum(inputs) AS inputs
          FROM collected_daily
         WHERE project_id = $id AND day BETWEEN $first AND $last AND ($page?::text IS NULL OR page_id = md5($page?)::uuid) AND selector <> ''
         GROUP BY 1, 2 HAVING sum(clicks) > 0) d
  JOIN collected_pages p ON p.project_id = $id AND p.id = d.page_id
 ORDER BY d.clicks DESC, p.url, d.selector LIMIT $count`,
);

/**
 * Lists the most clicked elements of a project or a page.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listTopElements(
  ctx: Context<'pool'>,
  { projectId, url, limit, ...days }: { projectId: string; url?: string | null; limit?: number | null } & DayRangeArgs,
): Promise<ElementActivity[]> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const { first, last } = readDayRange(days);
  const count = limit ?? TOP_ELEMENTS.default;
  assertWithin({ limit: [count, TOP_ELEMENTS] });
  const values = { id: project.id, first, last, page: url == null ? null : collectedPageKey(url), count };
  return await TOP.rows(ctx.services.pool, values);
}
