import type { Context } from '../../context.ts';
import type { Comment } from '../../generated/prisma/client.ts';
import { createBatcher } from '../../infrastructure/batcher.ts';
import { type Page, pageClause } from '../page.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';

type Read = (annotationId: string) => Promise<Comment[]>;

/** Of each request, what reads the threads that are asked for, by page. */
const readers = new WeakMap<Context, Map<string, Read>>();

/**
 * The replies of an annotation that the caller may read, oldest first. The threads that one step of a request asks for are
 * read by one statement, and of each no row more than asked for: Prisma would read them all as soon as there are two threads.
 */
export function repliesOf(ctx: Context, annotationId: string, page: Page): Promise<Comment[]> {
  const ofPages = readers.get(ctx) ?? new Map<string, Read>();
  readers.set(ctx, ofPages);
  const key = JSON.stringify(page);
  const read = ofPages.get(key) ?? createBatcher((ids: string[]) => selectReplies(ctx, ids, page), Infinity);
  ofPages.set(key, read);
  return read(annotationId);
}

/** In the order of the annotations, of which each may be named more than once. */
async function selectReplies(ctx: Context, annotationIds: string[], page: Page): Promise<Comment[][]> {
  const clause = pageClause(page, 'asc', 2);
  const { rows } = await ctx.services.pool.query<Comment>(
    `SELECT ${COMMENT_COLUMNS} FROM (
       SELECT reply.* FROM unnest($1::uuid[]) AS thread (id)
        CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE annotation_id = thread.id ${clause.where} ${clause.orderAndLimit}
        ) AS reply
     ) AS replies ORDER BY created_at, id`,
    [[...new Set(annotationIds)], ...clause.values],
  );
  const threads = new Map<string, Comment[]>();
  for (const row of rows) {
    const thread = threads.get(row.annotationId);
    if (thread) thread.push(row);
    else threads.set(row.annotationId, [row]);
  }
  return annotationIds.map((id) => threads.get(id) ?? []);
}
