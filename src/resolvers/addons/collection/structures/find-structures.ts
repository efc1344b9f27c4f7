import type { Context } from '../../../../context.ts';
import { badField, notFound } from '../../../../errors.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { requireProject } from '../../../core/projects/require-project.ts';
import { collectedPageKey } from '../../../platform/input/redact-url.ts';
import type { PageStructure } from './page-structure.ts';

/** A page structure and the times at which visitors saw it. */
export interface SeenStructure extends PageStructure {
  /** Hexadecimal. */
  hash: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const SELECT = `SELECT encode(s.hash, 'hex') AS "hash!", s.first_seen_at AS "firstSeenAt", s.last_seen_at AS "lastSeenAt", p.content
  FROM page_sightings s JOIN page_structures p ON p.project_id = s.project_id AND p.hash = s.hash
 WHERE s.project_id = $projectId AND s.page_id = md5($urlKey)::uuid`;

interface Content {
  content: PageStructure;
}

const NEWEST = statement(
  'find-structures/newest',
  `${SELECT} ORDER BY s.last_seen_at DESC, s.hash LIMIT $count`,
).narrow<Content>();
const BY_HASH = statement('find-structures/by-hash', `${SELECT} AND s.hash = decode($hash, 'hex')`).narrow<Content>();

/** Finds the newest structures of a page, newest first. */
export async function findNewestStructures(
  ctx: Context<'pool'>,
  projectId: string,
  urlKey: string,
  count: number,
): Promise<SeenStructure[]> {
  const rows = await NEWEST.rows(ctx.services.pool, { projectId, urlKey, count });
  return rows.map(readRow);
}

/**
 * Finds two structures of a page to compare: the named ones, by default the newest and its
 * predecessor.
 *
 * @throws NOT_FOUND, UNAUTHENTICATED, BAD_USER_INPUT
 */
export async function requireStructurePair(
  ctx: Context<'pool'>,
  args: { projectId: string; url: string; before?: string | null; after?: string | null },
): Promise<[before: SeenStructure, after: SeenStructure]> {
  const project = await requireProject(ctx, args.projectId, 'activity.read');
  const urlKey = collectedPageKey(args.url);
  const hashes = [readHash(args.before, 'before'), readHash(args.after, 'after')];
  const newest = await findNewestStructures(ctx, project.id, urlKey, 2);
  const named = async (hash: string) => {
    const known = newest.find((structure) => structure.hash === hash);
    if (known) return known;
    const row = await BY_HASH.first(ctx.services.pool, { projectId: project.id, urlKey, hash });
    return row && readRow(row);
  };
  const [beforeHash, afterHash] = hashes;
  const after = afterHash ? await named(afterHash) : newest[0];
  const before = beforeHash ? await named(beforeHash) : newest.find(({ hash }) => hash !== after?.hash);
  if (!before || !after) throw notFound('Page structure');
  return [before, after];
}

function readHash(hash: string | null | undefined, name: string): string | undefined {
  if (hash == null) return undefined;
  if (!/^[0-9a-f]{64}$/.test(hash)) throw badField(name, 'must be the hash of a page structure');
  return hash;
}

const readRow = ({ content, ...seen }: Omit<SeenStructure, keyof PageStructure> & Content): SeenStructure => ({
  ...content,
  ...seen,
});

/**
 * Finds the newest structure of a page.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws NOT_FOUND if no structure of the page was collected
 */
export async function getPageStructure(
  ctx: Context<'pool'>,
  { projectId, url }: { projectId: string; url: string },
): Promise<SeenStructure> {
  const project = await requireProject(ctx, projectId, 'activity.read');
  const [latest] = await findNewestStructures(ctx, project.id, collectedPageKey(url), 1);
  if (!latest) throw notFound('Page structure');
  return latest;
}
