import type { Context } from '../../../context.ts';
import type { Attachment } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage, sizedPage } from '../../platform/pagination/sized-page.ts';
import { requireThread } from '../annotations/require-thread.ts';
import { audienceOf, isOutsider, visibleToReader } from '../annotations/visibility.ts';
import { ATTACHMENT_COLUMNS } from './attachment-row.ts';

const LIST = statement(
  'list-attachments/list',
  sizedPage({
    columns: ATTACHMENT_COLUMNS,
    table: 'attachments',
    where: `annotation_id = $annotationId AND uploaded_at IS NOT NULL AND (comment_id IS NULL OR EXISTS (
      SELECT FROM comments c WHERE c.id = comment_id AND ${visibleToReader('c')}))`,
    direction: 'asc',
    texts: ['name'],
  }),
);

/**
 * Lists the files of an annotation and of the replies that the reader may read, oldest first.
 *
 * @throws the errors of `requireThread`
 */
export async function listAttachments(
  ctx: Context<'pool'>,
  annotationId: string,
  page: Page,
): Promise<PageRows<Attachment>> {
  const { id } = await requireThread(ctx, annotationId, 'annotation.read');
  return readSizedPage(ctx, LIST, 'asc', page, { annotationId: id, ...isOutsider(audienceOf(ctx)) });
}

/** Estimated memory of a row with its signed URL, bytes. */
const ROW_BYTES = 1_024;

/** Batched reader of a request. */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher((ids: string[]) => selectAttachments(ctx, ids), Infinity),
);

/**
 * Files of an annotation itself, or of a reply to it, oldest first. The caller must have checked
 * that the reader may read the annotation or the reply. All of one execution step are read by one
 * statement.
 *
 * @throws the errors of the response budget
 */
export async function attachmentsOf(
  ctx: Context<'pool'>,
  { annotationId, commentId }: { annotationId: string; commentId: string | null },
): Promise<Attachment[]> {
  const read = readerOf(ctx);
  return (await read(annotationId)).filter((file) => file.commentId === commentId);
}

const FIND = statement(
  'list-attachments/find',
  `SELECT ${ATTACHMENT_COLUMNS} FROM attachments
      WHERE annotation_id = ANY ($annotationIds) AND uploaded_at IS NOT NULL ORDER BY created_at, id`,
);

async function selectAttachments(ctx: Context<'pool'>, ids: string[]): Promise<Attachment[][]> {
  const rows = await FIND.rows(ctx.services.pool, { annotationIds: [...new Set(ids)] });
  ctx.responseBudget?.reserve(rows.length * ROW_BYTES);
  const files = new Map<string, Attachment[]>(ids.map((id) => [id, []]));
  for (const row of rows) files.get(row.annotationId)?.push(row);
  return ids.map((id) => files.get(id) ?? []);
}
