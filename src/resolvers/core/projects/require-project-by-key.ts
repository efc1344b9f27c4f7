import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { allowsOrigin, assertOrigin, assertPublic, keyOf, selectByKeyOrId, unknownKey } from './project-key.ts';

export interface PublicProject {
  id: string;
  organizationId: string;
  publicFeedback: boolean;
  allowedOrigins: string[];
}

const COLUMNS = `id, organization_id AS "organizationId", public_feedback AS "publicFeedback",
  allowed_origins AS "allowedOrigins"`;

/**
 * The project that a public call belongs to, by key or id, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none or an unknown one, FORBIDDEN when the
 * project takes no public feedback or not from this origin
 */
export async function requireProjectByKey(ctx: Context, keyInBody?: string | null): Promise<PublicProject> {
  const project = await findByKeyOrId(ctx, keyOf(ctx, keyInBody));
  if (!project) throw unknownKey();
  assertOpen(ctx, project);
  return project;
}

/** As `requireProjectByKey`, for a key that stands in the path: an unknown one is NOT_FOUND. */
export async function requireProjectOfPath(ctx: Context, key: string): Promise<PublicProject> {
  const project = await findByKeyOrId(ctx, key);
  if (!project) throw notFound('Project');
  assertOpen(ctx, project);
  return project;
}

async function findByKeyOrId(ctx: Context, key: string): Promise<PublicProject | undefined> {
  const select = selectByKeyOrId('public-project', COLUMNS, key);
  if (!select) return undefined;
  const { rows } = await ctx.services.pool.query<PublicProject>(select);
  return rows[0];
}

/** Whether a visitor from this origin may read and leave feedback. */
export const isOpenTo = (
  ctx: Context,
  { publicFeedback, allowedOrigins }: Pick<PublicProject, 'publicFeedback' | 'allowedOrigins'>,
): boolean => publicFeedback && allowsOrigin(ctx, allowedOrigins);

function assertOpen(ctx: Context, project: PublicProject): void {
  assertPublic(project);
  assertOrigin(ctx, project.allowedOrigins, 'takes no feedback');
}
