import type { Context } from '../../context.ts';
import { AppError, badInput, notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/ids.ts';

export interface PublicProject {
  id: string;
  organizationId: string;
  publicFeedback: boolean;
  allowedOrigins: string[];
}

const COLUMNS = `id, organization_id AS "organizationId", public_feedback AS "publicFeedback",
  allowed_origins AS "allowedOrigins"`;

const BY_KEY = {
  name: 'project-by-key',
  text: `SELECT ${COLUMNS} FROM projects
          WHERE deleted_at IS NULL
            AND (project_key = $1 OR (previous_key = $1 AND previous_key_expires_at > now()))`,
};

const BY_ID = {
  name: 'project-by-id-public',
  text: `SELECT ${COLUMNS} FROM projects
          WHERE deleted_at IS NULL AND id = $1`,
};

/**
 * The project that a public call belongs to, by key or id, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none or an unknown one, FORBIDDEN when the
 * project takes no public feedback or not from this origin
 */
export async function requireProjectByKey(ctx: Context, keyInBody?: string | null): Promise<PublicProject> {
  if (ctx.projectKey && keyInBody && ctx.projectKey !== keyInBody) {
    throw badInput('projectKey: differs from the header x-project-key; send the same key in both, or one of them');
  }
  const key = ctx.projectKey ?? keyInBody;
  if (!key) {
    throw new AppError('UNAUTHENTICATED', 'This needs a project key: send it in the header x-project-key');
  }
  const project = await findByKeyOrId(ctx, key);
  if (!project) {
    throw new AppError('UNAUTHENTICATED', 'The project key is unknown; the project page shows the present one');
  }
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
  if (key.includes('\0')) return undefined;
  const { rows } = await ctx.services.pool.query<PublicProject>({ ...(isId(key) ? BY_ID : BY_KEY), values: [key] });
  return rows[0];
}

/** Whether a visitor from this origin may read and leave feedback. */
export const isOpenTo = (
  ctx: Context,
  { publicFeedback, allowedOrigins }: Pick<PublicProject, 'publicFeedback' | 'allowedOrigins'>,
): boolean => publicFeedback && (allowedOrigins.length === 0 || allowedOrigins.includes(ctx.origin ?? ''));

function assertOpen(ctx: Context, project: PublicProject): void {
  if (isOpenTo(ctx, project)) return;
  if (!project.publicFeedback) {
    throw new AppError('FORBIDDEN', 'This project takes no public feedback; an admin can switch it on');
  }
  const origin = ctx.origin ?? 'callers without an origin';
  throw new AppError(
    'FORBIDDEN',
    `This project takes no feedback from ${origin}; an admin can add it to allowedOrigins`,
  );
}
