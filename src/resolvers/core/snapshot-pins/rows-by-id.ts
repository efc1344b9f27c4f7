import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { oncePer } from '../../../lib/once-per.ts';
import type { RelatedScope } from '../../platform/policies/related-access.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { ANNOTATION_COLUMNS } from '../annotations/columns.ts';
import { audienceOf, isOutsider, visibleToReader } from '../annotations/visibility.ts';
import { SNAPSHOT_COLUMNS } from '../snapshots/require-snapshot.ts';

const ANNOTATIONS = statement(
  'rows-by-id/annotations',
  `SELECT ${ANNOTATION_COLUMNS} FROM annotations a
    WHERE a.id = ANY($ids::uuid[]) AND a.deleted_at IS NULL AND ${visibleToReader('a')}`,
);
const SNAPSHOTS = statement(
  'rows-by-id/snapshots',
  `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots s WHERE s.id = ANY($ids::uuid[])`,
);
const PROJECTS = statement(
  'rows-by-id/projects',
  'SELECT id, organization_id AS "organizationId" FROM projects WHERE id = ANY($ids::uuid[])',
);

/** Annotation of a pin or a notification; null if it was deleted meanwhile. */
export const annotationById = rowReader(ANNOTATIONS, (ctx) => isOutsider(audienceOf(ctx)));

/** Snapshot of a pin; null if it was deleted meanwhile. */
export const pinnedSnapshot = rowReader(SNAPSHOTS);

const projectById = rowReader(PROJECTS);

/** Scopes by project and request; a project never changes its organization. */
const scopesOf = oncePer((_request: Context<'pool'>) => new Map<string, Promise<RelatedScope>>());

/** Scope of the related fields of what a project has. */
export function scopeOfProject(ctx: Context<'pool'>, projectId: string): Promise<RelatedScope> {
  const known = scopesOf(ctx);
  const scope = known.get(projectId) ?? readScope(ctx, projectId);
  known.set(projectId, scope);
  return scope;
}

async function readScope(ctx: Context<'pool'>, projectId: string): Promise<RelatedScope> {
  const project = await projectById(ctx, projectId);
  if (!project) throw notFound('Project');
  return { organizationId: project.organizationId, projectId };
}
