import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId, isProjectKey } from '../../../infrastructure/database/ids.ts';
import { impatient } from '../../../infrastructure/database/transaction.ts';
import type { CollectingProject } from '../../../types/collection.ts';
import { ANSWER_WITHIN_MS, orUnavailable } from '../../collection/availability.ts';
import { assertOrigin, assertPublic, keyOf, selectByKeyOrId, unknownKey } from '../../core/projects/project-key.ts';

const COLUMNS = `id, organization_id AS "organizationId", public_feedback AS "publicFeedback",
  allowed_origins AS "allowedOrigins", respect_do_not_track AS "respectDoNotTrack"`;

export async function findCollectingProject(pool: pg.Pool, key: string): Promise<CollectingProject | undefined> {
  const select = selectByKeyOrId('collecting-project', COLUMNS, key);
  if (!select) return undefined;
  const { rows } = await impatient(pool, ANSWER_WITHIN_MS).query<CollectingProject>(select);
  return rows[0];
}

/**
 * The project that a page collects for, by key or id, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none or an unknown one, FORBIDDEN for a
 * project whose public endpoints are closed and for an origin that it does not list, UNAVAILABLE
 */
export async function requireCollectingProject(ctx: Context, keyInBody?: string | null): Promise<CollectingProject> {
  const key = keyOf(ctx, keyInBody);
  const project = await orUnavailable(ctx, () => find(ctx, key));
  if (!project) throw unknownKey();
  assertCollects(ctx, project);
  return project;
}

/** As `requireCollectingProject`, for a key that stands in the path: an unknown one is NOT_FOUND. @throws UNAVAILABLE too */
export async function requireCollectingProjectOfPath(ctx: Context, key: string): Promise<CollectingProject> {
  const project = await orUnavailable(ctx, () => find(ctx, key));
  if (!project) throw notFound('Project');
  assertCollects(ctx, project);
  return project;
}

function assertCollects(ctx: Context, project: CollectingProject): void {
  assertPublic(project);
  assertOrigin(ctx, project.allowedOrigins, 'collects nothing');
}

/** The project with a key or id, as it was a moment ago. What is neither asks no database. */
export async function find(ctx: Context, key: string): Promise<CollectingProject | undefined> {
  const { projects } = ctx.services.collection;
  if (isProjectKey(key)) return projects.get(key);
  // An id may be written in letters of either case: it is looked up once for all.
  return isId(key) ? projects.get(key.toLowerCase()) : undefined;
}
