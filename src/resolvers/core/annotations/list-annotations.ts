import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { readSizedPage, sizedPage } from '../../platform/pagination/sized-page.ts';
import { requireProjectOfPath } from '../projects/require-project-by-key.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { type Audience, isOutsider, visibleTo, visibleToReader } from './visibility.ts';
import { hasVisitorToken, visitorTokenHashes } from './visitor-tokens.ts';

export interface AnnotationFilter {
  url?: string | null;
  status?: AnnotationStatus | null;
  environmentId?: string | null;
}

/** Columns that make the rows of annotations large. */
export const LARGE_COLUMNS = {
  texts: ['content', 'url'],
  jsons: ['metadata', 'dom_fingerprint', 'latest_fingerprint', 'anchor_candidates', 'external_issues'],
} as const;

const LIST = { columns: ANNOTATION_COLUMNS, table: 'annotations', direction: 'desc', ...LARGE_COLUMNS } as const;

/** Annotations for a visitor; a parameter that is null does not filter. */
const PUBLIC = statement(
  'list-annotations/public',
  sizedPage({
    ...LIST,
    where: `project_id = $projectId AND deleted_at IS NULL AND ${visibleTo('outsiders', 'annotations')}
      AND ($urlKey?::text IS NULL OR url_key = $urlKey)
      AND ($ofTokens?::text[] IS NULL OR ${hasVisitorToken('$ofTokens')})`,
  }),
);

const OF_PROJECT = relatedList('list-annotations/of-project', {
  ...LIST,
  alias: 'a',
  where: `a.project_id = related_to AND a.deleted_at IS NULL AND ${visibleToReader('a')}
    AND ($urlKey?::text IS NULL OR a.url_key = $urlKey)
    AND ($status?::"AnnotationStatus" IS NULL OR a.status = $status)
    AND ($environmentId?::uuid IS NULL OR a.environment_id = $environmentId)`,
});

/**
 * Lists a project's public annotations for a visitor, by key or id, newest first; none if the
 * project shows visitors no annotations, or those of the visitor's tokens if it shows these only.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
 */
export async function listPublicAnnotations(
  ctx: Context<'pool' | 'scriptSightings'>,
  { projectKey, url }: Pick<AnnotationFilter, 'url'> & { projectKey: string },
  page: Page,
): Promise<PageRows<Annotation>> {
  const project = await requireProjectOfPath(ctx, projectKey);
  ctx.services.scriptSightings.record('overlay', project.id, ctx.origin);
  const { publicAnnotations } = project;
  const ofTokens = publicAnnotations === 'own' ? visitorTokenHashes(ctx) : undefined;
  if (publicAnnotations === 'none' || ofTokens?.length === 0) return { rows: [], hasMore: false };
  const filter = { urlKey: url == null ? null : pageKey(url), ofTokens };
  return readSizedPage(ctx, PUBLIC, 'desc', page, { projectId: project.id, ...filter });
}

/**
 * Annotations of a project that the audience may read, newest first, without a check of rights.
 *
 * @throws BAD_USER_INPUT
 * @throws the errors of `relatedRows`
 */
export async function annotationsOf(
  ctx: Context<'pool'>,
  { projectId, audience }: Listed,
  filter: AnnotationFilter,
  page: Page,
): Promise<PageRows<Annotation>> {
  if (filter.environmentId != null && !isId(filter.environmentId)) throw badField('environmentId', 'must be a UUID');
  const { url, ...others } = filter;
  const values = { ...others, urlKey: url == null ? null : pageKey(url), ...isOutsider(audience) };
  return relatedRows(ctx, OF_PROJECT, projectId, page, values);
}

/** Project whose annotations are listed, and the audience that reads them. */
interface Listed {
  projectId: string;
  audience: Audience;
}
