import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { oncePer } from '../../../lib/once-per.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import type { RelatedScope } from '../../platform/policies/related-access.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { ANNOTATION_COLUMNS } from '../annotations/columns.ts';
import { audienceOf, visibleTo } from '../annotations/visibility.ts';
import { SNAPSHOT_COLUMNS } from '../snapshots/require-snapshot.ts';

/** Annotation of a pin or a notification; null if it was deleted meanwhile. */
export const annotationById = rowReader<Annotation>(
  (ctx) => `SELECT ${ANNOTATION_COLUMNS} FROM annotations a
    WHERE a.id = ANY($1::uuid[]) AND a.deleted_at IS NULL AND ${visibleTo(audienceOf(ctx), 'a')}`,
);

/** Snapshot of a pin; null if it was deleted meanwhile. */
export const pinnedSnapshot = rowReader<SnapshotRow>(
  () => `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots s WHERE s.id = ANY($1::uuid[])`,
);

const projectById = rowReader<{ id: string; organizationId: string }>(
  () => 'SELECT id, organization_id AS "organizationId" FROM projects WHERE id = ANY($1::uuid[])',
);

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
