import type pg from 'pg';
import type { CollectingProject } from '../../collection.ts';
import type { Context } from '../../context.ts';
import { AppError, badInput, notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/ids.ts';
import { unavailable } from './availability.ts';
import { unknownKey } from './store-batches.ts';

const COLUMNS = `id, organization_id AS "organizationId", allowed_origins AS "allowedOrigins", respect_do_not_track AS "respectDoNotTrack"`;

const BY_KEY = {
  name: 'collecting-project-by-key',
  text: `SELECT ${COLUMNS} FROM projects
          WHERE deleted_at IS NULL
            AND (project_key = $1 OR (previous_key = $1 AND previous_key_expires_at > now()))`,
};

const BY_ID = {
  name: 'collecting-project-by-id',
  text: `SELECT ${COLUMNS} FROM projects WHERE deleted_at IS NULL AND id = $1`,
};

/** Longer is no key of ours. */
const MAX_KEY = 64;

export async function findCollectingProject(pool: pg.Pool, key: string): Promise<CollectingProject | undefined> {
  const { rows } = await pool.query<CollectingProject>({ ...(isId(key) ? BY_ID : BY_KEY), values: [key] });
  return rows[0];
}

/**
 * The project that a page collects for, by key or id, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none or an unknown one, FORBIDDEN for an
 * origin that the project does not list, UNAVAILABLE
 */
export async function requireCollectingProject(ctx: Context, keyInBody?: string | null): Promise<CollectingProject> {
  if (ctx.projectKey && keyInBody && ctx.projectKey !== keyInBody) {
    throw badInput('projectKey: differs from the header x-project-key; send the same key in both, or one of them');
  }
  const key = ctx.projectKey ?? keyInBody;
  if (!key) {
    throw new AppError(
      'UNAUTHENTICATED',
      'This needs a project key: send it in the header x-project-key or as projectKey in the body',
    );
  }
  const project = await unavailable(ctx, () => find(ctx, key));
  if (!project) throw unknownKey();
  assertOrigin(ctx, project);
  return project;
}

/** As `requireCollectingProject`, for a key that stands in the path: an unknown one is NOT_FOUND. */
export async function requireCollectingProjectOfPath(ctx: Context, key: string): Promise<CollectingProject> {
  const project = await find(ctx, key);
  if (!project) throw notFound('Project');
  assertOrigin(ctx, project);
  return project;
}

async function find(ctx: Context, key: string): Promise<CollectingProject | undefined> {
  if (key.length > MAX_KEY || key.includes('\0')) return undefined;
  return ctx.services.collection.projects.get(key);
}

function assertOrigin(ctx: Context, { allowedOrigins }: CollectingProject): void {
  if (allowedOrigins.length > 0 && !allowedOrigins.includes(ctx.origin ?? '')) {
    const origin = ctx.origin ?? 'callers without an origin';
    throw new AppError(
      'FORBIDDEN',
      `This project collects nothing from ${origin}; an admin can add it to allowedOrigins`,
    );
  }
}
