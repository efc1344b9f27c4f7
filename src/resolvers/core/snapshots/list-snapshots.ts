import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { endOf } from '../../platform/input/moment.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { SNAPSHOT_COLUMNS } from './require-snapshot.ts';

const WITHIN = `project_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)
                AND ($3::timestamptz IS NULL OR created_at <= $3)`;

/**
 * Lists a project's snapshots, newest first; `from` and `to` are inclusive.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listSnapshots(
  ctx: Context<'pool'>,
  { projectId, from, to, ...page }: NumberedPageArgs & { projectId: string; from?: Date | null; to?: Date | null },
): Promise<NumberedPage<SnapshotRow>> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  if (from && to && from > endOf(to)) throw badInput('from: must not be after to');
  const values = [project.id, from, to && endOf(to)];
  const { pool } = ctx.services;
  return numberedPage(page, async ({ limit, offset }) => {
    const [counted, found] = await Promise.all([
      pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM snapshots WHERE ${WITHIN}`, values),
      pool.query<SnapshotRow>(
        `SELECT ${SNAPSHOT_COLUMNS}
           FROM (SELECT id FROM snapshots WHERE ${WITHIN} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5) shown
           JOIN snapshots s USING (id) ORDER BY s.created_at DESC, s.id DESC`,
        [...values, limit, offset],
      ),
    ]);
    return { items: found.rows, total: counted.rows[0]?.total ?? 0 };
  });
}

/**
 * Snapshots of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const snapshotsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<SnapshotRow>> =>
  relatedRows<SnapshotRow>(
    ctx,
    {
      columns: SNAPSHOT_COLUMNS,
      table: 'snapshots',
      alias: 's',
      where: 's.project_id = related_to',
      direction: 'desc',
    },
    projectId,
    page,
  );
