import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { SnapshotStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { endOf } from '../../platform/input/moment.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRows,
  pageClause,
} from '../../platform/pagination/cursor-page.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
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

/**
 * Condition on snapshots `s` with the values of its parameters, from `$2`.
 *
 * @throws BAD_USER_INPUT
 */
function conditionOf(filter: SnapshotFilter): { where: string; values: unknown[] } {
  const { from, to } = filter;
  if (from && to && from > endOf(to)) throw badField('from', 'must not be after to');
  if (filter.environmentId != null && !isId(filter.environmentId)) throw badField('environmentId', 'must be a UUID');
  if (filter.viewportWidth != null) assertWithin({ viewportWidth: [filter.viewportWidth, VIEWPORT_WIDTH] });
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(`AND s.${condition.replace('?', `$${values.length + 1}`)}`);
  };
  if (filter.url != null) add('url_key = ?', pageKey(filter.url));
  if (filter.environmentId != null) add('environment_id = ?::uuid', filter.environmentId);
  if (filter.viewportWidth != null) add('viewport_width = ?::int', filter.viewportWidth);
  if (filter.status != null) add('status = ?::"SnapshotStatus"', filter.status);
  if (from) add('created_at >= ?::timestamptz', from);
  if (to) add('created_at <= ?::timestamptz', endOf(to));
  return { where: conditions.join(' '), values };
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
  const { where, values } = conditionOf(filter);
  const after = cursor == null ? undefined : decodeCursor(cursor, 'cursor');
  const { pool } = ctx.services;
  const parameters = [project.id, ...values];
  let nextCursor: string | null = null;
  const found = await numberedPage<SnapshotRow>({ page, limit: size }, async ({ limit, offset }) => {
    const clause = pageClause({ limit, after }, 'desc', parameters.length + 1);
    const { length: used } = clause.values;
    const [counted, { rows }] = await Promise.all([
      pool.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM snapshots s WHERE project_id = $1 ${where}`,
        parameters,
      ),
      pool.query<SnapshotRow>(
        `SELECT ${SNAPSHOT_COLUMNS}
           FROM (SELECT id FROM snapshots s WHERE project_id = $1 ${where} ${clause.where} ${clause.orderAndLimit}
                 OFFSET $${parameters.length + used + 1}) shown
           JOIN snapshots s USING (id) ORDER BY s.created_at DESC, s.id DESC`,
        [...parameters, ...clause.values, offset],
      ),
    ]);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    if (last && rows.length > limit) nextCursor = encodeCursor(last);
    return { items, total: counted.rows[0]?.total ?? 0 };
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
  const { where, values } = conditionOf(filter);
  const list = {
    columns: SNAPSHOT_COLUMNS,
    table: 'snapshots',
    alias: 's',
    where: `s.project_id = related_to ${where}`,
    values,
    direction: 'desc',
  } as const;
  return relatedRows<SnapshotRow>(ctx, list, projectId, page);
}
