import type pg from 'pg';
import type { CallContext, Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId, isProjectKey } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withQueryTimeout } from '../../../infrastructure/database/transaction.ts';
import type { CollectingProject } from '../../../types/collection.ts';
import {
  assertOrigin,
  assertPublic,
  findByKeyOrId,
  keyOf,
  projectTexts,
  unknownKey,
} from '../../core/projects/project-key.ts';
import { orUnavailable, QUERY_TIMEOUT_MS } from '../../platform/sql/availability.ts';

const TEXTS = projectTexts(`id, organization_id AS "organizationId", public_feedback AS "publicFeedback",
  allowed_origins AS "allowedOrigins", respect_do_not_track AS "respectDoNotTrack",
  (SELECT plan FROM subscriptions s WHERE s.organization_id = projects.organization_id) AS plan`);

const SELECT = {
  byId: statement('require-collecting-project/by-id', TEXTS.byId, { prepared: true }),
  byKey: statement('require-collecting-project/by-key', TEXTS.byKey, { prepared: true }),
};

export const findCollectingProject = (pool: pg.Pool, key: string): Promise<CollectingProject | undefined> =>
  findByKeyOrId(withQueryTimeout(pool, QUERY_TIMEOUT_MS), SELECT, key);

/**
 * Finds the project that a page collects for, by key or id, from the header x-project-key or the
 * body.
 *
 * @throws BAD_USER_INPUT if both are given and differ
 * @throws UNAUTHENTICATED for a missing or unknown key
 * @throws FORBIDDEN if the project's public endpoints are closed or its allowed origins lack this
 *   one
 * @throws UNAVAILABLE
 */
export async function requireCollectingProject(
  ctx: Context<'collection'>,
  keyInBody?: string | null,
): Promise<CollectingProject> {
  const key = keyOf(ctx, keyInBody);
  const project = await orUnavailable(ctx, () => lookUpProject(ctx, key));
  if (!project) throw unknownKey();
  assertCollects(ctx, project);
  return project;
}

/**
 * Finds the project by a key in the path.
 *
 * @throws as `requireCollectingProject`, but NOT_FOUND for an unknown key
 */
export async function requireCollectingProjectOfPath(
  ctx: Context<'collection'>,
  key: string,
): Promise<CollectingProject> {
  const project = await orUnavailable(ctx, () => lookUpProject(ctx, key));
  if (!project) throw notFound('Project');
  assertCollects(ctx, project);
  return project;
}

function assertCollects(ctx: CallContext, project: CollectingProject): void {
  assertPublic(project);
  assertOrigin(ctx, project.allowedOrigins, 'collects nothing');
}

/** Finds a project by key or id, cached for a second. Other strings cause no query. */
export async function lookUpProject(ctx: Context<'collection'>, key: string): Promise<CollectingProject | undefined> {
  const { projects } = ctx.services.collection;
  if (isProjectKey(key)) return projects.get(key);
  // Ids are case-insensitive; one spelling is cached.
  return isId(key) ? projects.get(key.toLowerCase()) : undefined;
}
