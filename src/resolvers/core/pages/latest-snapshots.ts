import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { SNAPSHOT_COLUMNS } from '../snapshots/require-snapshot.ts';
import type { ProjectPage } from './list-pages.ts';

/** Newest snapshots of each address that are considered. */
export const CONSIDERED = 200;
/** Max snapshots of a page. */
export const MAX_LATEST = 20;

/** The newest snapshot of each address, which has one environment, viewport and scale. */
const LATEST = statement(
  'latest-snapshots/latest',
  `SELECT ${SNAPSHOT_COLUMNS}, asked.page FROM unnest($ids::text[], $projectIds::uuid[], $urls::text[]) AS asked(page, project_id, url_key)
   CROSS JOIN LATERAL (
     SELECT DISTINCT ON (viewport_width, viewport_height, device_scale_factor) recent.id FROM (
       SELECT s.id, s.created_at, s.viewport_width, s.viewport_height, s.device_scale_factor FROM snapshots s
        WHERE s.project_id = asked.project_id AND s.url_key = asked.url_key AND s.status = 'completed'
        ORDER BY s.created_at DESC, s.id DESC LIMIT ${CONSIDERED}
     ) recent ORDER BY viewport_width, viewport_height, device_scale_factor, created_at DESC, id DESC
   ) latest
   JOIN snapshots s ON s.id = latest.id
  ORDER BY s.created_at DESC, s.id DESC`,
);

/** Batched reader of a request. */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher((pages: ProjectPage[]) => selectLatest(ctx, pages), Infinity),
);

/**
 * Latest completed snapshots of a page, one for each address, viewport and scale, the newest first.
 * One statement reads those of all pages of an execution step.
 */
export const latestSnapshotsOf = (ctx: Context<'pool'>, page: ProjectPage): Promise<SnapshotRow[]> =>
  readerOf(ctx)(page);

async function selectLatest(ctx: Context<'pool'>, pages: ProjectPage[]): Promise<SnapshotRow[][]> {
  const asked = [...new Map(pages.map((page) => [page.id, page])).values()].flatMap(({ id, projectId, urls }) =>
    urls.map((url) => ({ id, projectId, url })),
  );
  const rows = await LATEST.rows(ctx.services.pool, {
    ids: asked.map(({ id }) => id),
    projectIds: asked.map(({ projectId }) => projectId),
    urls: asked.map(({ url }) => url),
  });
  return pages.map(({ id }) => rows.filter(({ page }) => page === id).slice(0, MAX_LATEST));
}
