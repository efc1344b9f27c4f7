import type pg from 'pg';
import type { CollectingProject } from '../../collection.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isId, isProjectKey } from '../../infrastructure/ids.ts';
import { networkOf } from '../../infrastructure/network-of.ts';
import { impatient } from '../../infrastructure/transaction.ts';
import { assertBelow, type CallLimit, countAgainst } from '../call-limits.ts';
import { assertOrigin, keyOf, selectByKeyOrId, unknownKey } from '../projects/project-key.ts';
import { ANSWER_WITHIN_MS, orUnavailable } from './availability.ts';

const COLUMNS = `id, organization_id AS "organizationId", allowed_origins AS "allowedOrigins", respect_do_not_track AS "respectDoNotTrack"`;

export async function findCollectingProject(pool: pg.Pool, key: string): Promise<CollectingProject | undefined> {
  const select = selectByKeyOrId('collecting-project', COLUMNS, key);
  if (!select) return undefined;
  const { rows } = await impatient(pool, ANSWER_WITHIN_MS).query<CollectingProject>(select);
  return rows[0];
}

/**
 * The project that a page collects for, by key or id, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none or an unknown one, FORBIDDEN for an
 * origin that the project does not list, RATE_LIMITED for an address that sent too many unknown ones, UNAVAILABLE
 */
export async function requireCollectingProject(ctx: Context, keyInBody?: string | null): Promise<CollectingProject> {
  const key = keyOf(ctx, keyInBody);
  await assertMayGuess(ctx);
  const project = await orUnavailable(ctx, () => find(ctx, key));
  if (!project) {
    await countUnknownKey(ctx);
    throw unknownKey();
  }
  assertOrigin(ctx, project.allowedOrigins, 'collects nothing');
  return project;
}

/** As `requireCollectingProject`, for a key that stands in the path: an unknown one is NOT_FOUND. @throws UNAVAILABLE too */
export async function requireCollectingProjectOfPath(ctx: Context, key: string): Promise<CollectingProject> {
  const project = await orUnavailable(ctx, () => find(ctx, key));
  if (!project) throw notFound('Project');
  assertOrigin(ctx, project.allowedOrigins, 'collects nothing');
  return project;
}

async function find(ctx: Context, key: string): Promise<CollectingProject | undefined> {
  if (!isProjectKey(key) && !isId(key)) return undefined;
  return ctx.services.collection.projects.get(key);
}

const guessesOf = ({ ip }: Context) => `unknown-key:${networkOf(ip)}`;
const allowedGuesses = ({ services }: Context): CallLimit => ({
  what: 'unknown project keys',
  limit: services.config.rateLimits.ip,
  windowMs: 60_000,
});

/** A known key is counted by itself; an address that keeps sending unknown ones costs no more look-ups. */
async function assertMayGuess(ctx: Context): Promise<void> {
  const bound = allowedGuesses(ctx);
  if (bound.limit > 0) await assertBelow(ctx, guessesOf(ctx), bound);
}

async function countUnknownKey(ctx: Context): Promise<void> {
  const bound = allowedGuesses(ctx);
  if (bound.limit > 0) await countAgainst(ctx, guessesOf(ctx), bound);
}
