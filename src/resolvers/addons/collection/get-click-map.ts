import type { Context } from '../../../context.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { collectedPageKey } from '../../platform/input/redact-url.ts';
import { type DayRangeArgs, readDayRange } from './day-range.ts';
import { EVENT_TIME } from './event-time.ts';
import { byXPath } from './structures/compare-structures.ts';
import { findNewestStructures, type SeenStructure } from './structures/find-structures.ts';

export interface ClickMap {
  clicks: number;
  points: { x: number; y: number; clicks: number }[];
  elements: { selector: string; clicks: number; box: Box | null }[];
  structure: SeenStructure | null;
}

const MAX_POINTS = 2_000;
const MAX_ELEMENTS = 200;

/**
 * An event's time is at most one day before its arrival, and a batch's day at most one day after
 * its arrival.
 */
const CLICKS = `WITH clicks AS (
    SELECT round((e->'position'->>'x')::float8) AS x, round((e->'position'->>'y')::float8) AS y,
           e->'elementMetadata'->>'selector' AS selector, e->'elementMetadata'->>'xpath' AS xpath,
           ${EVENT_TIME} AS at
      FROM collected_batches b, json_array_elements(b.events) AS e
     WHERE b.project_id = $1 AND b.page_id = md5($2)::uuid AND e->>'type' = 'click'
       AND b.received_at >= $3::date AND b.received_at < $4::date + 2 AND b.day < $4::date + 3
  ), counted AS (
    SELECT * FROM clicks WHERE at >= $3::date AND at < $4::date + 1
  ), points AS (
    SELECT x, y, count(*)::int AS clicks FROM counted GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MAX_POINTS}
  ), elements AS (
    SELECT selector, count(*)::int AS clicks, (array_agg(xpath ORDER BY at DESC))[1] AS xpath
      FROM counted WHERE selector IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_ELEMENTS}
  )
  SELECT (SELECT count(*)::int FROM counted) AS clicks,
         (SELECT coalesce(json_agg(points), '[]'::json) FROM points) AS points,
         (SELECT coalesce(json_agg(elements), '[]'::json) FROM elements) AS elements`;

interface Row {
  clicks: number;
  points: ClickMap['points'];
  elements: { selector: string; clicks: number; xpath: string | null }[];
}

/**
 * Reads the clicks on a page, as long as single events are retained, with the boxes of the clicked
 * elements in its newest structure.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function getClickMap(
  ctx: Context<'pool'>,
  { projectId, url, ...days }: { projectId: string; url: string } & DayRangeArgs,
): Promise<ClickMap> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const { first, last } = readDayRange(days);
  const urlKey = collectedPageKey(url);
  const { rows } = await ctx.services.pool.query<Row>(CLICKS, [project.id, urlKey, first, last]);
  const [structure = null] = await findNewestStructures(ctx, project.id, urlKey, 1);
  const elements = structure ? byXPath(structure) : new Map();
  const [found] = rows;
  return {
    clicks: found?.clicks ?? 0,
    points: found?.points ?? [],
    elements: (found?.elements ?? []).map(({ selector, clicks, xpath }) => ({
      selector,
      clicks,
      box: boxOf(elements.get(xpath ?? '')?.box),
    })),
    structure,
  };
}

function boxOf(box: unknown): Box | null {
  if (!Array.isArray(box)) return null;
  const [x, y, width, height] = box as number[];
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}
