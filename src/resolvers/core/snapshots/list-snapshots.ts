import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { SnapshotStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { endOf } from '../../platform/input/moment.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import {
  decodeCursor,
  encodeCursor,
  NEWEST,
  type Page,
  type PageRows,
  pageFragments,
} from '../../platform/pagination/cursor-page.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { SNAPSHOT_COLUMNS } from './require-snapshot.ts';

/** Bounds of the argument `viewportWidth`, CSS pixels. */
export const VIEWPORT_WIDTH = { minimum: 16, maximum: 7_680 } satisfies Bounds;

/** Conditions on the snapshots of a list. */
export interface SnapshotFilter {
  url?: string | null;
  environmentId?: string | null;
  viewportWidth?: number | null;
  status?: SnapshotStatus | null;
  from?: Date | null;
  to?: Date | null;
}

/** Conditions on snapshots `s`; a parameter that is null does not filter. */
const IS_SHOWN = `($urlKey?::text IS NULL OR s.url_key = $urlKey)
    AND ($environmentId?::uuid IS NULL OR s.environment_id = $environmentId)
    AND ($viewportWidth?::int IS NULL OR s.viewport_width = $viewportWidth)
    AND ($status?::"SnapshotStatus" IS NULL OR s.status = $status)
    AND ($from?::timestamptz IS NULL OR s.created_at >= $from) AND ($to?::timestamptz IS NULL OR s.created_at <= $to)`;

const COUNT = statement(
  'list-snapshots/count',
  `SELECT count(*)::int AS total FROM snapshots s WHERE project_id = $projectId AND ${IS_SHOWN}`,
);

const LIST = statement(
  'list-snapshots/list',
  `SELECT ${SNAPSHOT_COLUMNS}
     FROM (SELECT id FROM snapshots s WHERE project_id = $projectId AND ${IS_SHOWN} ${NEWEST} OFFSET $offset) shown
     JOIN snapshots s USING (id) ORDER BY s.created_at DESC, s.id DESC`,
);

const OF_PROJECT = relatedList('list-snapshots/of-project', {
  columns: SNAPSHOT_COLUMNS,
  table: 'snapshots',
  alias: 's',
  where: `s.project_id = related_to AND ${IS_SHOWN}`,
  direction: 'desc',
});

/**
 * Values of the conditions.
 *
 * @throws BAD_USER_INPUT
 */
function valuesOf({ url, environmentId, viewportWidth, status, from, to }: SnapshotFilter) {
  if (from && to && from > endOf(to)) throw badField('from', 'must not be after to');
  if (environmentId != null && !isId(environmentId)) throw badField('environmentId', 'must be a UUID');
  if (viewportWidth != null) assertWithin({ viewportWidth: [viewportWidth, VIEWPORT_WIDTH] });
  return { urlKey: url == null ? null : pageKey(url), environmentId, viewportWidth, status, from, to: to && endOf(to) };
}

/** Snapshots of a numbered page, with the cursor of the next one. */
export type SnapshotPage = NumberedPage<SnapshotRow> & { nextCursor: string | null };

/**
 * Lists a project's snapshots, newest first; `from` and `to` are inclusive. A cursor replaces the
 * number of the page, so that new snapshots do not move the items.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listSnapshots(
  ctx: Context<'pool'>,
  {
    projectId,
    page,
    limit: size,
    cursor,
    ...filter
  }: SnapshotFilter & NumberedPageArgs & { projectId: string; cursor?: string | null },
): Promise<SnapshotPage> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  if (cursor != null && page != null)
    throw badField('cursor', 'must not be given together with page; send one of them');
  const values = { projectId: project.id, ...valuesOf(filter) };
  const after = cursor == null ? undefined : decodeCursor(cursor, 'cursor');
  const { pool } = ctx.services;
  let nextCursor: string | null = null;
  const found = await numberedPage<SnapshotRow>({ page, limit: size }, async ({ limit, offset }) => {
    const list = LIST.with(pageFragments({ limit, after }, 'desc'));
    const [{ total }, rows] = await Promise.all([COUNT.one(pool, values), list.rows(pool, { ...values, offset })]);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    if (last && rows.length > limit) nextCursor = encodeCursor(last);
    return { items, total };
  });
  return { ...found, nextCursor };
}

/**
 * Snapshots of a project, newest first, without a check of rights.
 *
 * @throws BAD_USER_INPUT
 * @throws the errors of `relatedRows`
 */
export async function snapshotsOf(
  ctx: Context<'pool'>,
  projectId: string,
  filter: SnapshotFilter,
  page: Page,
): Promise<PageRows<SnapshotRow>> {
  return relatedRows(ctx, OF_PROJECT, projectId, page, valuesOf(filter));
}
