import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
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
  viewports: { width: number; clicks: number }[];
}

/** Bounds of the width of a viewport, CSS pixels. */
export const VIEWPORT_WIDTHS = { minimum: 1, maximum: 100_000 } satisfies Bounds;

const MAX_POINTS = 2_000;
const MAX_ELEMENTS = 200;
const MAX_VIEWPORTS = 50;

/**
 * An event's time is at most one day before its arrival, and a batch's day at most one day after
 * its arrival.
 */
const CLICKS = statement(
  'get-click-map/clicks',
  `WITH views AS (
    SELECT DISTINCT ON (b.session_id) b.session_id, round((e->'data'->'viewport'->>'width')::float8)::int AS width
      FROM collected_batches b, json_array_elements(b.events) AS e
     WHERE b.project_id = $id AND b.page_id = md5($urlKey)::uuid AND e->>'type' = 'page_view'
       AND json_typeof(e->'data'->'viewport'->'width') = 'number'
       AND (e->'data'->'viewport'->>'width')::float8 BETWEEN ${VIEWPORT_WIDTHS.minimum} AND ${VIEWPORT_WIDTHS.maximum}
       AND b.received_at >= $first::date AND b.received_at < $last::date + 2 AND b.day < $last::date + 3
     ORDER BY b.session_id, b.received_at DESC, b.id DESC
  ), clicks AS (
    SELECT b.session_id, round((e->'position'->>'x')::float8) AS x, round((e->'position'->>'y')::float8) AS y,
           e->'elementMetadata'->>'selector' AS selector, e->'elementMetadata'->>'xpath' AS xpath,
           ${EVENT_TIME} AS at
      FROM collected_batches b, json_array_elements(b.events) AS e
     WHERE b.project_id = $id AND b.page_id = md5($urlKey)::uuid AND e->>'type' = 'click'
       AND b.received_at >= $first::date AND b.received_at < $last::date + 2 AND b.day < $last::date + 3
  ), timely AS (
    SELECT clicks.*, views.width FROM clicks LEFT JOIN views USING (session_id)
     WHERE at >= $first::date AND at < $last::date + 1
  ), viewports AS (
    SELECT width, count(*)::int AS clicks FROM timely WHERE width IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_VIEWPORTS}
  ), counted AS (
    SELECT * FROM timely WHERE ($min?::int IS NULL OR width >= $min?) AND ($max?::int IS NULL OR width <= $max?)
  ), points AS (
    SELECT x, y, count(*)::int AS clicks FROM counted WHERE x IS NOT NULL AND y IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MAX_POINTS}
  ), elements AS (
    SELECT selector, count(*)::int AS clicks, (array_agg(xpath ORDER BY at DESC))[1] AS xpath
      FROM counted WHERE selector IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_ELEMENTS}
  )
  SELECT (SELECT count(*)::int FROM counted) AS "clicks!",
         (SELECT coalesce(json_agg(points), '[]'::json) FROM points) AS "points!",
         (SELECT coalesce(json_agg(elements), '[]'::json) FROM elements) AS "elements!",
         (SELECT coalesce(json_agg(viewports), '[]'::json) FROM viewports) AS "viewports!"`,
).narrow<Pick<Row, 'points' | 'elements' | 'viewports'>>();

interface Row {
  clicks: number;
  points: ClickMap['points'];
  elements: { selector: string; clicks: number; xpath: string | null }[];
  viewports: ClickMap['viewports'];
}

/** Clicks of these pages and viewports. The widths are CSS pixels, inclusive. */
interface ClickMapArgs extends DayRangeArgs {
  projectId: string;
  url: string;
  minViewportWidth?: number | null;
  maxViewportWidth?: number | null;
}

/**
 * Reads the clicks on a page, as long as single events are retained, with the boxes of the clicked
 * elements in its newest structure. The viewport of a click is that of the visit's last view of the
 * page, which the embed script reports.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function getClickMap(
  ctx: Context<'pool'>,
  { projectId, url, minViewportWidth: min, maxViewportWidth: max, ...days }: ClickMapArgs,
): Promise<ClickMap> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const { first, last } = readDayRange(days);
  assertWithin({
    ...(min != null && { minViewportWidth: [min, VIEWPORT_WIDTHS] }),
    ...(max != null && { maxViewportWidth: [max, VIEWPORT_WIDTHS] }),
  });
  const urlKey = collectedPageKey(url);
  const rows = await CLICKS.rows(ctx.services.pool, { id: project.id, urlKey, first, last, min, max });
  const [structure = null] = await findNewestStructures(ctx, project.id, urlKey, 1);
  const elements = structure ? byXPath(structure) : new Map();
  const [found] = rows;
  return {
    clicks: found?.clicks ?? 0,
    points: found?.points ?? [],
    viewports: found?.viewports ?? [],
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
