import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { viewportOf } from '../../core/snapshots/capture-after-comment.ts';
import { DEFAULT_VIEWPORT, pageUrlInput } from '../../core/snapshots/snapshot-input.ts';
import { assertMayVisit } from '../../platform/input/outbound-url.ts';
import { type DeploymentInput, MAX_CAPTURES } from './deployment-input.ts';
import { pageKeys } from './page-keys.ts';

/** A page in one viewport, CSS pixels. */
export interface PlannedCapture {
  urlKey: string;
  width: number;
  height: number;
  deviceScaleFactor: number;
}

type Viewport = Omit<PlannedCapture, 'urlKey'>;

/** Environment whose pages are captured. */
interface CapturedEnvironment {
  id: string;
  projectId: string;
  /** Normalized origin and path. */
  urlKey: string;
}

/** Max viewports of a page that are taken from its comments and baselines. */
const MAX_WIDTHS = 4;

/** Windows of comments by page, the commonest first. */
const COMMENTED = statement(
  'plan-captures/commented',
  `SELECT url_key AS "urlKey", metadata->'viewport' AS "viewport!" FROM annotations
  WHERE environment_id = $environmentId AND deleted_at IS NULL
  GROUP BY 1, 2 ORDER BY count(*) DESC, max(created_at) DESC, 1 LIMIT 10000`,
).narrow<{ viewport: unknown }>();

const ACCEPTED = statement(
  'plan-captures/accepted',
  `SELECT url_key AS "urlKey", viewport_width AS width, viewport_height AS height,
    device_scale_factor AS "deviceScaleFactor"
  FROM baselines WHERE environment_id = $environmentId ORDER BY created_at, id LIMIT 10000`,
);

/**
 * Chooses the pages and viewports that a deployment captures: as given, or else the pages with
 * annotations or baselines, each in the viewports of its baselines and of its commonest comments.
 * An environment with neither has one page, its address.
 *
 * @throws BAD_USER_INPUT for a page of another environment, more than 500 captures, and an
 *   environment whose address no browser may open
 */
export async function planCaptures(
  ctx: Context<'config' | 'pool'>,
  environment: CapturedEnvironment,
  { pages, viewports }: Pick<DeploymentInput, 'pages' | 'viewports'>,
): Promise<PlannedCapture[]> {
  assertCapturable(ctx, environment);
  const known = await knownViewports(ctx, environment.id);
  const keys = pages ? await pageKeys(ctx, environment, pages, (index) => `pages.${index}`) : [...known.keys()];
  if (keys.length === 0) keys.push(environment.urlKey);
  const given = viewports && distinctViewports(viewports);
  const planned = keys.flatMap((urlKey) =>
    (given ?? known.get(urlKey) ?? [DEFAULT_VIEWPORT]).map((viewport) => ({ urlKey, ...viewport })),
  );
  if (planned.length <= MAX_CAPTURES) return planned;
  throw badField(
    'pages',
    `${keys.length} pages in their viewports are ${planned.length} captures; a deployment has at most ` +
      `${MAX_CAPTURES}. Name fewer pages or viewports`,
  );
}

function assertCapturable(ctx: Context<'config'>, { urlKey }: CapturedEnvironment): void {
  const parsed = pageUrlInput.safeParse(urlKey);
  if (!parsed.success) {
    throw badField('environmentId', `the address of the environment, ${urlKey}, cannot be captured; change it first`);
  }
  assertMayVisit(ctx, urlKey, 'environmentId');
}

/** Viewports by page; those of baselines first. */
async function knownViewports(ctx: Context<'pool'>, environmentId: string): Promise<Map<string, Viewport[]>> {
  const { pool } = ctx.services;
  const [accepted, commented] = await Promise.all([
    ACCEPTED.run(pool, { environmentId }),
    COMMENTED.run(pool, { environmentId }),
  ]);
  const pages = new Map<string, Viewport[]>();
  const add = (urlKey: string, viewport: Viewport | undefined) => {
    const viewports = pages.get(urlKey) ?? [];
    pages.set(urlKey, viewports);
    if (viewport && viewports.length < MAX_WIDTHS && !viewports.some((other) => isAlike(viewport, other)))
      viewports.push(viewport);
  };
  for (const { urlKey, ...viewport } of accepted.rows) add(urlKey, viewport);
  for (const { urlKey, viewport } of commented.rows) {
    const window = viewportOf({ viewport });
    add(urlKey, window && { width: Math.round(window.width), height: Math.round(window.height), deviceScaleFactor: 1 });
  }
  for (const viewports of pages.values()) if (viewports.length === 0) viewports.push(DEFAULT_VIEWPORT);
  return pages;
}

/** Pages are captured to their end, so that windows of one width show the same. */
const isAlike = (a: Viewport, b: Viewport) => a.width === b.width && a.deviceScaleFactor === b.deviceScaleFactor;

function distinctViewports(viewports: readonly Viewport[]): Viewport[] {
  const whole = viewports.map(({ width, height, deviceScaleFactor }) => ({
    width: Math.round(width),
    height: Math.round(height),
    deviceScaleFactor,
  }));
  return whole.filter((viewport, index) => whole.findIndex((other) => isAlike(viewport, other)) === index);
}
