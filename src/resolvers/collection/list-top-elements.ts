import type { Context } from '../../context.ts';
import { assertWithin, type Bounds } from '../input/bounds.ts';
import { requireProject } from '../projects/require-project.ts';
import { type DayRangeArgs, readDayRange } from './day-range.ts';
import { collectedPageKey } from './page-key.ts';

export interface ElementActivity {
  url: string;
  selector: string;
  clicks: number;
  hovers: number;
  inputs: number;
}

/** How many elements may be asked for. */
export const TOP_ELEMENTS = { minimum: 1, maximum: 100, default: 20 } satisfies Bounds;

const TOP = `SELECT p.url, min(d.selector) AS selector, sum(d.clicks)::float8 AS clicks, sum(d.hovers)::float8 AS hovers,
       sum(d.inputs)::float8 AS inputs
  FROM collected_daily d JOIN collected_pages p ON p.project_id = d.project_id AND p.id = d.page_id
 WHERE d.project_id = $1 AND d.day BETWEEN $2 AND $3 AND ($4::text IS NULL OR d.page_id = md5($4)::uuid) AND d.selector <> ''
 GROUP BY p.url, d.element_id HAVING sum(d.clicks) > 0
 ORDER BY sum(d.clicks) DESC, p.url, 2 LIMIT $5`;

/** The most clicked elements of a project or a page. @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT */
export async function listTopElements(
  ctx: Context,
  { projectId, url, limit, ...days }: { projectId: string; url?: string | null; limit?: number | null } & DayRangeArgs,
): Promise<ElementActivity[]> {
  const project = await requireProject(ctx, projectId, 'project.read');
  const { first, last } = readDayRange(days);
  const count = limit ?? TOP_ELEMENTS.default;
  assertWithin({ limit: [count, TOP_ELEMENTS] });
  const values = [project.id, first, last, url == null ? null : collectedPageKey(url), count];
  return (await ctx.services.pool.query<ElementActivity>(TOP, values)).rows;
}
