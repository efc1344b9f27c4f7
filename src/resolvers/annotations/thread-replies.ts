import type { Context } from '../../context.ts';
import type { Comment } from '../../generated/prisma/client.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';

/** A stretch of a thread, as Pothos' connections say it. */
export interface ThreadPage {
  /** So many replies; below zero: from the thread's end. */
  take: number;
  /** Only those behind this one, in the direction of reading. A thread without it has none. */
  cursor?: { id: string };
}

type Threads = Map<string, Comment[]>;
interface Batch {
  annotationIds: Set<string>;
  threads: Promise<Threads>;
}

/** Of each request, what is asked for and not yet read, by page. */
const waiting = new WeakMap<Context, Map<string, Batch>>();

/**
 * The replies of an annotation that the caller may read, oldest first. The threads that one step of a request asks for are
 * read by one statement, and of each no row more than asked for: Prisma would read them all as soon as there are two threads.
 */
export async function repliesOf(ctx: Context, annotationId: string, page: ThreadPage): Promise<Comment[]> {
  const batches = waiting.get(ctx) ?? new Map<string, Batch>();
  waiting.set(ctx, batches);
  const key = `${page.take} ${page.cursor?.id ?? ''}`;
  let batch = batches.get(key);
  if (!batch) {
    const annotationIds = new Set<string>();
    const gathered = new Promise<void>((resolve) => setImmediate(resolve)).then(() => batches.delete(key));
    batch = { annotationIds, threads: gathered.then(() => selectReplies(ctx, [...annotationIds], page)) };
    batches.set(key, batch);
  }
  batch.annotationIds.add(annotationId);
  return (await batch.threads).get(annotationId) ?? [];
}

async function selectReplies(ctx: Context, annotationIds: string[], { take, cursor }: ThreadPage): Promise<Threads> {
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
    [annotationIds, Math.abs(take), ...(cursor ? [cursor.id] : [])],
  );
  const threads: Threads = new Map();
  for (const row of rows) {
    const thread = threads.get(row.annotationId);
    if (thread) thread.push(row);
    else threads.set(row.annotationId, [row]);
  }
  return threads;
}
