import type { CallContext, Context } from '../../../context.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from '../../platform/pagination/response-size.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { type Audience, visibleTo } from './visibility.ts';

/** Condition on a reply. One to an internal annotation may be public itself. */
const VISIBLE: Record<Audience, string> = {
  members: '',
  outsiders: `AND ${visibleTo('outsiders', 'comments')}
             AND EXISTS (SELECT FROM annotations a WHERE a.id = annotation_id AND ${visibleTo('outsiders', 'a')})`,
};

type Replies = PageRows<Comment>;
type Read = (annotationId: string) => Promise<Replies>;

/** Batched readers of threads by request, audience and page. */
const readers = new WeakMap<CallContext, Map<string, Read>>();

/**
 * Replies of an annotation that the audience may read, oldest first. An internal annotation has
 * none for outsiders. All threads of one execution step are read by one statement with a limit per
 * thread; Prisma reads whole threads as soon as there are two.
 *
 * @throws BAD_USER_INPUT if they would exceed the maximum response size
 * @throws the errors of the response budget
 */
export function repliesOf(
  ctx: Context<'logger' | 'pool'>,
  { annotationId, audience }: { annotationId: string; audience: Audience },
  page: Page,
): Promise<Replies> {
  const ofPages = readers.get(ctx) ?? new Map<string, Read>();
  readers.set(ctx, ofPages);
  const key = JSON.stringify([audience, page]);
  const read =
    ofPages.get(key) ?? createBatcher((ids: string[]) => selectReplies(ctx, { ids, audience }, page), Infinity);
  ofPages.set(key, read);
  return read(annotationId);
}

/** Replies in the order of the annotations; an id may occur more than once. */
async function selectReplies(
  ctx: Context<'pool'>,
  { ids: annotationIds, audience }: { ids: string[]; audience: Audience },
  page: Page,
): Promise<Replies[]> {
  const clause = pageClause(page, 'asc', 2);
  const { rows } = await ctx.services.pool.query<Comment & { readBytes: number }>(
    `SELECT ${COMMENT_COLUMNS}, read_bytes::int AS "readBytes" FROM (
       SELECT reply.*, octet_length(reply.content) AS bytes,
              sum(octet_length(reply.content)) OVER (${clause.order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM unnest($1::uuid[]) AS thread (thread_id)
        CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE annotation_id = thread_id ${VISIBLE[audience]} ${clause.where} ${clause.orderAndLimit}
        ) AS reply
     ) AS replies WHERE read_bytes - bytes <= ${MAX_RESPONSE_BYTES} ${clause.order}`,
    [[...new Set(annotationIds)], ...clause.values],
  );
  const bytes = rows.at(-1)?.readBytes ?? 0;
  if (bytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
  ctx.responseBudget?.reserve(bytes);
  const threads = new Map<string, Comment[]>();
  for (const row of rows) {
    const thread = threads.get(row.annotationId);
    if (thread) thread.push(row);
    else threads.set(row.annotationId, [row]);
  }
  return annotationIds.map((id) => pageRows(threads.get(id) ?? [], page));
}
