import type { Context } from '../../../../context.ts';
import { badInput, notFound } from '../../../../errors.ts';
import { collectedPageKey } from '../../../collection/page-key.ts';
import { requireProject } from '../../../projects/require-project.ts';
import type { PageStructure } from './page-structure.ts';

/** A structure, and when visitors saw it. */
export interface SeenStructure extends PageStructure {
  /** Hexadecimal. */
  hash: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

type Row = { hash: string; firstSeenAt: Date; lastSeenAt: Date; content: PageStructure };

const SELECT = `SELECT encode(s.hash, 'hex') AS hash, s.first_seen_at AS "firstSeenAt", s.last_seen_at AS "lastSeenAt", p.content
  FROM page_sightings s JOIN page_structures p ON p.project_id = s.project_id AND p.hash = s.hash
 WHERE s.project_id = $1 AND s.page_id = md5($2)::uuid`;

/** The newest structures of a page, the newest first. */
export async function newestStructures(
  ctx: Context,
  projectId: string,
  urlKey: string,
  count: number,
): Promise<SeenStructure[]> {
  const { rows } = await ctx.services.pool.query<Row>(`${SELECT} ORDER BY s.last_seen_at DESC, s.hash LIMIT ${count}`, [
    projectId,
    urlKey,
  ]);
  return rows.map(readRow);
}

/**
 * Two structures of a page to compare: those named, else the newest and the one before it.
 * @throws NOT_FOUND, UNAUTHENTICATED, BAD_USER_INPUT
 */
export async function structurePair(
  ctx: Context,
  args: { projectId: string; url: string; before?: string | null; after?: string | null },
): Promise<[before: SeenStructure, after: SeenStructure]> {
  const project = await requireProject(ctx, args.projectId, 'project.read');
  const urlKey = collectedPageKey(args.url);
  const hashes = [readHash(args.before, 'before'), readHash(args.after, 'after')];
  const newest = await newestStructures(ctx, project.id, urlKey, 2);
  const named = async (hash: string) => {
    const known = newest.find((structure) => structure.hash === hash);
    if (known) return known;
    const { rows } = await ctx.services.pool.query<Row>(`${SELECT} AND s.hash = decode($3, 'hex')`, [
      project.id,
      urlKey,
      hash,
    ]);
    return rows[0] && readRow(rows[0]);
  };
  const [beforeHash, afterHash] = hashes;
  const after = afterHash ? await named(afterHash) : newest[0];
  const before = beforeHash ? await named(beforeHash) : newest.find(({ hash }) => hash !== after?.hash);
  if (!before || !after) throw notFound('Page structure');
  return [before, after];
}

function readHash(hash: string | null | undefined, name: string): string | undefined {
  if (hash == null) return undefined;
  if (!/^[0-9a-f]{64}$/.test(hash)) throw badInput(`${name}: must be the hash of a page structure`);
  return hash;
}

const readRow = ({ content, ...seen }: Row): SeenStructure => ({ ...content, ...seen });
