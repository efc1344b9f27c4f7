import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage } from '../../platform/pagination/sized-page.ts';
import { requireProject } from '../projects/require-project.ts';
import { requireProjectOfPath } from '../projects/require-project-by-key.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { type Audience, audienceOf, visibleTo } from './visibility.ts';

export interface AnnotationFilter {
  url?: string | null;
  status?: AnnotationStatus | null;
  environmentId?: string | null;
}

/**
 * Lists a project's annotations for a member, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function listAnnotations(
  ctx: Context<'db' | 'pool'>,
  { projectId, ...filter }: AnnotationFilter & { projectId: string },
  page: Page,
): Promise<PageRows<Annotation>> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  if (filter.environmentId != null) await assertEnvironmentOf(ctx, project.id, filter.environmentId);
  return selectAnnotations(ctx, { projectId: project.id, audience: audienceOf(ctx) }, filter, page);
}

/**
 * Lists a project's public annotations for a visitor, by key or id, newest first; none if the
 * project shows visitors no annotations.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
 */
export async function listPublicAnnotations(
  ctx: Context<'pool'>,
  { projectKey, url }: Pick<AnnotationFilter, 'url'> & { projectKey: string },
  page: Page,
): Promise<PageRows<Annotation>> {
  const project = await requireProjectOfPath(ctx, projectKey);
  if (project.publicAnnotations === 'none') return { rows: [], hasMore: false };
  return selectAnnotations(ctx, { projectId: project.id, audience: 'outsiders' }, { url }, page);
}

async function selectAnnotations(
  ctx: Context<'pool'>,
  { projectId, audience }: { projectId: string; audience: Audience },
  filter: AnnotationFilter,
  page: Page,
): Promise<PageRows<Annotation>> {
  const values: unknown[] = [projectId];
  let where = `project_id = $1 AND deleted_at IS NULL AND ${visibleTo(audience, 'annotations')}`;
  if (filter.url != null) {
    values.push(pageKey(filter.url));
    where += ` AND url_key = $${values.length}`;
  }
  if (filter.status != null) {
    values.push(filter.status);
    where += ` AND status = $${values.length}::"AnnotationStatus"`;
  }
  if (filter.environmentId != null) {
    values.push(filter.environmentId);
    where += ` AND environment_id = $${values.length}`;
  }
  return readSizedPage<Annotation>(
    ctx,
    {
      columns: ANNOTATION_COLUMNS,
      table: 'annotations',
      where,
      values,
      direction: 'desc',
      texts: ['content', 'url'],
      jsons: ['metadata', 'dom_fingerprint', 'latest_fingerprint', 'anchor_candidates', 'external_issues'],
    },
    page,
  );
}

/**
 * Checks that an id names an environment of the project.
 *
 * @throws BAD_USER_INPUT
 */
async function assertEnvironmentOf(ctx: Context<'db'>, projectId: string, id: string): Promise<void> {
  if (!isId(id)) throw badInput('environmentId: must be a UUID');
  const found = await ctx.services.db.environment.findFirst({ where: { id, projectId }, select: { id: true } });
  if (!found) throw badInput('environmentId: must be an environment of the project');
}
