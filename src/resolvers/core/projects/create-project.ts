import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fieldConflict, notFound } from '../../../errors.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { newId, newProjectKey } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput, slugInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { freeSlug, slugOf } from '../../platform/input/slug.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { PROJECT_COLUMNS } from './require-project.ts';

const projectInput = z.object({
  organizationId: z.string(),
  name: nameInput,
  slug: slugInput.nullish(),
  respectDoNotTrack: z.boolean().nullish(),
});

/**
 * Inserts a project and records project.created in one statement. Waits for a concurrent deletion
 * of the organization, and then finds no organization.
 */
const INSERT = statement(
  'create-project/insert',
  `WITH p AS (
    INSERT INTO projects (id, organization_id, name, slug, project_key, respect_do_not_track, updated_at)
    SELECT $id, id, $name, $slug, $projectKey, coalesce($respectDoNotTrack?::boolean, true), now() FROM organizations WHERE id = $organizationId AND deleted_at IS NULL FOR KEY SHARE
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, data)
    SELECT $eventId, 'project.created', p.organization_id, p.id,
           json_build_object('project', json_build_object('id', p.id, 'name', p.name, 'slug', p.slug,
             'organizationId', p.organization_id,
             'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text FROM p
  )
  SELECT ${PROJECT_COLUMNS} FROM p`,
);

/**
 * Creates a project. Emits project.created. Without a slug, it gets a free one derived from the
 * name.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws FORBIDDEN for the role, or at the plan's limit
 * @throws CONFLICT for a taken slug
 */
export async function createProject(ctx: Context<'config' | 'pool' | 'wakeRelay'>, args: unknown): Promise<Project> {
  const userId = requireUser(ctx);
  const input = parseInput(projectInput, args);
  await requireOrganization(ctx, input.organizationId, 'project.create', { field: 'organizationId' });
  const created = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'createProject', input, inSteps: true },
    async (sql) => {
      await assertWithinPlan(sql, ctx, input.organizationId, 'projects', 1);
      const slug = input.slug ?? (await freeProjectSlug(sql, input));
      const project = await insertProject(sql, { ...input, slug });
      await recordAudit(sql, ctx, {
        organizationId: project.organizationId,
        action: 'project_created',
        target: projectTarget(project),
      });
      return project;
    },
  );
  ctx.services.wakeRelay();
  return created;
}

/**
 * Inserts a project without checking the role.
 *
 * @throws CONFLICT for a taken slug
 * @throws NOT_FOUND for a deleted organization
 */
export async function insertProject(
  sql: Queryable,
  input: z.infer<typeof projectInput> & { slug: string },
): Promise<Project> {
  try {
    const project = await INSERT.first(sql, {
      id: newId(),
      organizationId: input.organizationId,
      name: input.name,
      slug: input.slug,
      projectKey: newProjectKey(),
      eventId: newId(),
      respectDoNotTrack: input.respectDoNotTrack,
    });
    if (!project) throw notFound('Organization');
    return project;
  } catch (error) {
    throw isUniqueViolation(error, 'slug') ? slugTaken(input.slug) : error;
  }
}

/** Serializes the choice of a slug in an organization until the commit. */
const LOCK_SLUGS = statement(
  'create-project/lock-slugs',
  "SELECT pg_advisory_xact_lock(hashtext('pinbound project slug'), hashtext($organizationId))",
);

const SIMILAR_SLUGS = statement(
  'create-project/similar-slugs',
  "SELECT slug FROM projects WHERE organization_id = $organizationId AND (slug = $slug OR slug LIKE $slug || '-%')",
);

/** Slug derived from the name that no project of the organization has. */
async function freeProjectSlug(
  sql: Queryable,
  { organizationId, name }: Pick<z.infer<typeof projectInput>, 'organizationId' | 'name'>,
): Promise<string> {
  await LOCK_SLUGS.run(sql, { organizationId });
  const slug = slugOf(name, 'project');
  const rows = await SIMILAR_SLUGS.rows(sql, { organizationId, slug });
  return freeSlug(slug, new Set(rows.map((row) => row.slug)));
}

/** Error for a slug that another project of the organization has. */
export const slugTaken = (slug: string) =>
  fieldConflict('slug', `"${slug}" is taken in this organization; choose another`);
