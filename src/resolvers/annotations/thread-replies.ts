import type { Context } from '../../context.ts';
import type { Comment } from '../../generated/prisma/client.ts';
import { createBatcher } from '../../infrastructure/batcher.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';

/** A stretch of a thread, as Pothos' connections say it. */
export interface ThreadPage {
  /** So many replies; below zero: from the thread's end. */
  take: number;
  /** Only those behind this one, in the direction of reading. A thread without it has none. */
  cursor?: { id: string };
}

type Read = (annotationId: string) => Promise<Comment[]>;

/** Of each request, what reads the threads that are asked for, by page. */
const readers = new WeakMap<Context, Map<string, Read>>();

/**
 * The replies of an annotation that the caller may read, oldest first. The threads that one step of a request asks for are
 * read by one statement, and of each no row more than asked for: Prisma would read them all as soon as there are two threads.
 */
export function repliesOf(ctx: Context, annotationId: string, page: ThreadPage): Promise<Comment[]> {
  const ofPages = readers.get(ctx) ?? new Map<string, Read>();
  readers.set(ctx, ofPages);
  const key = `${page.take} ${page.cursor?.id ?? ''}`;
  const read = ofPages.get(key) ?? createBatcher((ids: string[]) => selectReplies(ctx, ids, page), Infinity);
  ofPages.set(key, read);
  return read(annotationId);
}

/** In the order of the annotations, of which each may be named more than once. */
async function selectReplies(
  ctx: Context,
  annotationIds: string[],
  { take, cursor }: ThreadPage,
): Promise<Comment[][]> {
  const [order, behind] = take < 0 ? ['DESC', '<'] : ['ASC', '>'];
  const from = cursor ? 'JOIN comments start ON start.id = $3 AND start.annotation_id = thread.id' : '';
  const where = cursor ? `AND (created_at, id) ${behind} (start.created_at, start.id)` : '';
  const { rows } = await ctx.services.pool.query<Comment>(
    `SELECT ${COMMENT_COLUMNS} FROM (
       SELECT reply.* FROM unnest($1::uuid[]) AS thread (id) ${from}
        CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE annotation_id = thread.id ${where}
           ORDER BY created_at ${order}, id ${order} LIMIT $2
        ) AS reply
     ) AS replies ORDER BY created_at, id`,
    [[...new Set(annotationIds)], Math.abs(take), ...(cursor ? [cursor.id] : [])],
  );
  const threads = new Map<string, Comment[]>();
  for (const row of rows) {
    const thread = threads.get(row.annotationId);
    if (thread) thread.push(row);
    else threads.set(row.annotationId, [row]);
  }
  return annotationIds.map((id) => threads.get(id) ?? []);
}
