import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Activity } from '../../../types/collection.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { collectedPageKey } from '../../platform/input/redact-url.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { openStream } from '../live/open-stream.ts';
import { whileOpen } from '../live/while-open.ts';
import { type DayRangeArgs, readDayRange } from './day-range.ts';

/** Activity of one day, UTC. */
export interface DailyActivity extends Activity {
  /** `YYYY-MM-DD` */
  day: string;
}

const SUMS = ['views', 'clicks', 'hovers', 'inputs']
  .map((name) => `coalesce(sum(d.${name}), 0)::float8 AS ${name}`)
  .join(', ');

const BY_DAY = statement(
  'activity/by-day',
  `SELECT to_char(days.day, 'YYYY-MM-DD') AS "day!", ${SUMS}
  FROM generate_series($first::date, $last::date, interval '1 day') AS days(day)
  LEFT JOIN collected_daily d ON d.day = days.day::date AND d.project_id = $id AND ($page?::text IS NULL OR d.page_id = md5($page?)::uuid)
 GROUP BY 1 ORDER BY 1`,
).narrow<Pick<DailyActivity, 'views' | 'clicks' | 'hovers' | 'inputs'>>();

/**
 * Lists the activity of every day of a period, for a project or one of its pages.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listActivity(
  ctx: Context<'pool'>,
  { projectId, url, ...days }: { projectId: string; url?: string | null } & DayRangeArgs,
): Promise<DailyActivity[]> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const { first, last } = readDayRange(days);
  const values = { id: project.id, first, last, page: url == null ? null : collectedPageKey(url) };
  return await BY_DAY.rows(ctx.services.pool, values);
}

const TODAY = statement(
  'activity/today',
  `SELECT p.id AS "id!", ${SUMS}
  FROM unnest($projectIds::uuid[]) AS p(id)
  LEFT JOIN collected_daily d ON d.project_id = p.id AND d.day = (now() AT TIME ZONE 'UTC')::date
 GROUP BY 1`,
).narrow<{ views: number; clicks: number; hovers: number; inputs: number }>();

/** Reads today's activity of several projects, by id. */
export async function todaysActivity(pool: pg.Pool, projectIds: string[]): Promise<Map<string, Activity>> {
  const rows = await TODAY.rows(pool, { projectIds });
  return new Map(rows.map(({ id, ...activity }) => [id, activity]));
}

/**
 * Streams today's activity of a project: the present one, then each change. The stream ends under
 * the same conditions as `annotationChanges`.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function watchActivity(
  ctx: Context<'collection' | 'live' | 'pool'>,
  projectId: string,
): Promise<AsyncIterable<Activity>> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const reader = { organizationId: project.organizationId, topic: project.id, ...requireToken(ctx) };
  const guard = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileOpen(guard, ctx.services.collection.activity.watch(project.id));
}
