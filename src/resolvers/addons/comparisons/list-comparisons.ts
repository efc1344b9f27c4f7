import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { requireSnapshot } from '../../core/snapshots/require-snapshot.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { readSizedPage, sizedPage } from '../../platform/pagination/sized-page.ts';
import { guard, ofProject } from '../../platform/policies/require-row.ts';
import { COMPARISON_COLUMNS, type ComparisonRow, readComparison, type StoredComparison } from './comparison-row.ts';

const requireComparison = guard('list-comparisons/for-user', {
  what: 'Comparison',
  columns: `${COMPARISON_COLUMNS}, p.id AS "projectId"`,
  from: `comparisons c JOIN snapshots s ON s.id = c.baseline_id ${ofProject('s.project_id')}`,
  where: 'c.id = $id',
});

/**
 * Reads a stored comparison with its regions.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a comparison of another organization and for a malformed id
 */
export async function getComparison(ctx: Context<'pool'>, id: string): Promise<ComparisonRow> {
  return readComparison(await requireComparison(ctx, id, 'snapshot.read'));
}

const LIST = {
  columns: COMPARISON_COLUMNS.replaceAll(/\bc\./g, 'a.'),
  table: 'comparisons',
  direction: 'desc',
  texts: ['regions', 'shifts'],
} as const;

const LIST_OF_SNAPSHOT = statement(
  'list-comparisons/of-snapshot',
  sizedPage({ ...LIST, where: '(baseline_id = $snapshotId OR comparison_id = $snapshotId)' }),
);

const LIST_OF_PROJECT = statement(
  'list-comparisons/of-project',
  sizedPage({
    ...LIST,
    where: 'EXISTS (SELECT FROM snapshots s WHERE s.id = baseline_id AND s.project_id = $projectId)',
  }),
);

const RELATED_TO_SNAPSHOT = relatedList('list-comparisons/related-to-snapshot', {
  ...LIST,
  alias: 'a',
  where: '(baseline_id = related_to OR comparison_id = related_to)',
});

const read = ({ rows, hasMore }: PageRows<StoredComparison>): PageRows<ComparisonRow> => ({
  rows: rows.map(readComparison),
  hasMore,
});

/**
 * Lists the stored comparisons of a project or of a snapshot, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT unless one of the ids is given
 */
export async function listComparisons(
  ctx: Context<'pool'>,
  { projectId, snapshotId }: { projectId?: string | null; snapshotId?: string | null },
  page: Page,
): Promise<PageRows<ComparisonRow>> {
  if (projectId != null && snapshotId != null) {
    throw badField('snapshotId', 'must not be given together with projectId; send one of them');
  }
  if (snapshotId != null) {
    if (!isId(snapshotId)) throw badField('snapshotId', 'must be a UUID');
    const { id } = await requireSnapshot(ctx, snapshotId, 'snapshot.read');
    return read(await readSizedPage(ctx, LIST_OF_SNAPSHOT, 'desc', page, { snapshotId: id }));
  }
  if (projectId == null)
    throw badField('projectId', 'is required, or snapshotId for the comparisons of one snapshot', 'required');
  const { id } = await requireProject(ctx, projectId, 'snapshot.read', { field: 'projectId' });
  return read(await readSizedPage(ctx, LIST_OF_PROJECT, 'desc', page, { projectId: id }));
}

/**
 * Stored comparisons of a snapshot, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const comparisonsOf = async (
  ctx: Context<'pool'>,
  snapshotId: string,
  page: Page,
): Promise<PageRows<ComparisonRow>> => read(await relatedRows(ctx, RELATED_TO_SNAPSHOT, snapshotId, page));
