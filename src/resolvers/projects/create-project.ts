import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Project } from '../../generated/prisma/client.ts';
import { newId, newProjectKey } from '../../infrastructure/ids.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { createOnce, type Queryable } from '../idempotency.ts';
import { conflict, nameInput, parseInput, slugInput } from '../input.ts';
import { requireOrganization, requireUser } from '../policies/access.ts';
import { PROJECT_COLUMNS } from './columns.ts';

const projectInput = z.object({ organizationId: z.string(), name: nameInput, slug: slugInput });

/** Inserts the project and records project.created, in one statement. */
const INSERT = `WITH p AS (
    INSERT INTO projects (id, organization_id, name, slug, project_key, updated_at)
    VALUES ($1, $2, $3, $4, $5, now()) RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, data)
    SELECT $6, 'project.created', p.organization_id, p.id,
           json_build_object('project', json_build_object('id', p.id, 'name', p.name, 'slug', p.slug,
             'organizationId', p.organization_id,
             'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text FROM p
  )
  SELECT ${PROJECT_COLUMNS} FROM p`;

/** Makes a project. Emits project.created. @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT; CONFLICT for a taken slug */
export async function createProject(ctx: Context, args: unknown): Promise<Project> {
  const userId = requireUser(ctx);
  const input = parseInput(projectInput, args);
  await requireOrganization(ctx, input.organizationId, 'project.create', { field: 'organizationId' });
  const created = await createOnce(ctx, { caller: `user:${userId}`, operation: 'createProject', input }, (sql) =>
    insertProject(sql, input),
  );
  ctx.services.nudgeRelay();
  return created;
}

/** The insert alone, for callers that have checked the right to it. */
export async function insertProject(sql: Queryable, input: z.infer<typeof projectInput>): Promise<Project> {
  try {
    const { rows } = await sql.query(INSERT, [
      newId(),
      input.organizationId,
      input.name,
      input.slug,
      newProjectKey(),
      newId(),
    ]);
    return rows[0];
  } catch (error) {
    throw isUniqueViolation(error, 'slug') ? slugTaken(input.slug) : error;
  }
}

/** The answer to a slug that another live project of the organization has. */
export const slugTaken = (slug: string) => conflict(`slug: "${slug}" is taken in this organization; choose another`);
