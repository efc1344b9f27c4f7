import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { readSizedPage } from '../../platform/pagination/sized-page.ts';
import { requireProjectOfPath } from '../projects/require-project-by-key.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { type Audience, visibleTo } from './visibility.ts';
import { hasVisitorToken, visitorTokenHashes } from './visitor-tokens.ts';

export interface AnnotationFilter {
  url?: string | null;
  status?: AnnotationStatus | null;
  environmentId?: string | null;
}

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
  return selectAnnotations(ctx, { projectId: project.id, audience: 'outsiders' }, { url, ofTokens }, page);
}

async function selectAnnotations(
  ctx: Context<'pool'>,
  { projectId, audience }: Listed,
  filter: Filter,
  page: Page,
): Promise<PageRows<Annotation>> {
  const { where, values } = conditionsOf(filter, audience, 'annotations');
  return readSizedPage<Annotation>(
    ctx,
    { ...LIST, where: `project_id = $1 AND ${where}`, values: [projectId, ...values] },
    page,
  );
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
  const { where, values } = conditionsOf(filter, audience, 'a');
  const list = { ...LIST, alias: 'a', where: `a.project_id = related_to AND ${where}`, values };
  return relatedRows<Annotation>(ctx, list, projectId, page);
}

/** A filter, and for a visitor the hashes of the tokens whose annotations are listed. */
type Filter = AnnotationFilter & { ofTokens?: string[] };

/** Project whose annotations are listed, and the audience that reads them. */
interface Listed {
  projectId: string;
  audience: Audience;
}

/** Columns that make the rows of annotations large. */
export const LARGE_COLUMNS = {
  texts: ['content', 'url'],
  jsons: ['metadata', 'dom_fingerprint', 'latest_fingerprint', 'anchor_candidates', 'external_issues'],
} as const;

const LIST = {
  columns: ANNOTATION_COLUMNS,
  table: 'annotations',
  direction: 'desc',
  ...LARGE_COLUMNS,
} as const;

/** Conditions on a row `row`, with the values of their parameters, from `$2`. */
function conditionsOf(filter: Filter, audience: Audience, row: string): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  let where = `${row}.deleted_at IS NULL AND ${visibleTo(audience, row)}`;
  const add = (condition: string, value: unknown) => {
    values.push(value);
    where += ` AND ${row}.${condition.replace('?', `$${values.length + 1}`)}`;
  };
  if (filter.url != null) add('url_key = ?', pageKey(filter.url));
  if (filter.status != null) add('status = ?::"AnnotationStatus"', filter.status);
  if (filter.environmentId != null) add('environment_id = ?', filter.environmentId);
  if (filter.ofTokens) add(hasVisitorToken('?'), filter.ofTokens);
  return { where, values };
}
