import type { Context } from '../../../context.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { COMMENT_COLUMNS } from '../../annotations/comment-columns.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '../../pagination/answer-size.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';

type Replies = PageRows<Comment>;
type Read = (annotationId: string) => Promise<Replies>;

/** Of each request, what reads the threads that are asked for, by page. */
const readers = new WeakMap<Context, Map<string, Read>>();

/**
 * The replies of an annotation that the caller may read, oldest first. The threads that one step of a request asks for are
 * read by one statement, and of each no row more than asked for: Prisma would read them all as soon as there are two threads.
 * @throws BAD_USER_INPUT where they would make an answer too large by themselves; as `take` of the answer's room
 */
export function repliesOf(ctx: Context, annotationId: string, page: Page): Promise<Replies> {
  const ofPages = readers.get(ctx) ?? new Map<string, Read>();
  readers.set(ctx, ofPages);
  const key = JSON.stringify(page);
  const read = ofPages.get(key) ?? createBatcher((ids: string[]) => selectReplies(ctx, ids, page), Infinity);
  ofPages.set(key, read);
  return read(annotationId);
}

/** In the order of the annotations, of which each may be named more than once. */
async function selectReplies(ctx: Context, annotationIds: string[], page: Page): Promise<Replies[]> {
  const clause = pageClause(page, 'asc', 2);
  const { rows } = await ctx.services.pool.query<Comment & { readBytes: number }>(
    `SELECT ${COMMENT_COLUMNS}, read_bytes::int AS "readBytes" FROM (
       SELECT reply.*, octet_length(reply.content) AS bytes,
              sum(octet_length(reply.content)) OVER (${clause.order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM unnest($1::uuid[]) AS thread (thread_id)
        CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE annotation_id = thread_id ${clause.where} ${clause.orderAndLimit}
        ) AS reply
     ) AS replies WHERE read_bytes - bytes <= ${MAX_ANSWER_BYTES} ${clause.order}`,
    [[...new Set(annotationIds)], ...clause.values],
  );
  const bytes = rows.at(-1)?.readBytes ?? 0;
  if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
  ctx.answer?.take(bytes);
  const threads = new Map<string, Comment[]>();
  for (const row of rows) {
    const thread = threads.get(row.annotationId);
    if (thread) thread.push(row);
    else threads.set(row.annotationId, [row]);
  }
  return annotationIds.map((id) => pageRows(threads.get(id) ?? [], page));
}
