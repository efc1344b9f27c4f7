import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Activity } from '../../../types/collection.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { type DayRangeArgs, readDayRange } from './day-range.ts';

/** Activity on a page. */
export interface PageActivity extends Activity {
  url: string;
  lastSeenAt: Date;
}

/** Bounds of the argument `limit`. */
export const ACTIVE_PAGES = { minimum: 1, maximum: 500, default: 50 } satisfies Bounds;

/** Aggregates before it joins the pages: one row per page instead of one per element and day. */
const PAGES = statement(
  'list-page-activity/pages',
  `SELECT p.url, p.last_seen_at AS "lastSeenAt", d.views::float8 AS "views!", d.clicks::float8 AS "clicks!",
         d.hovers::float8 AS "hovers!", d.inputs::float8 AS "inputs!"
  FROM (SELECT page_id, sum(views) AS views, sum(clicks) AS clicks, sum(hovers) AS hovers, sum(inputs) AS inputs
          FROM collected_daily WHERE project_id = $id AND day BETWEEN $first AND $last GROUP BY 1) d
  JOIN collected_pages p ON p.project_id = $id AND p.id = d.page_id
 ORDER BY d.views DESC, d.clicks DESC, p.url LIMIT $count`,
);

/**
 * Lists the pages of a project with activity, the most viewed first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listPageActivity(
  ctx: Context<'pool'>,
  { projectId, limit, ...days }: { projectId: string; limit?: number | null } & DayRangeArgs,
): Promise<PageActivity[]> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const { first, last } = readDayRange(days);
  const count = limit ?? ACTIVE_PAGES.default;
  assertWithin({ limit: [count, ACTIVE_PAGES] });
  return await PAGES.rows(ctx.services.pool, { id: project.id, first, last, count });
}
