import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { ANNOTATION_COLUMNS } from '../annotations/columns.ts';
import { audienceOf, visibleTo } from '../annotations/visibility.ts';

/** Batched reader of a request. */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher((ids: string[]) => selectAnnotations(ctx, ids), Infinity),
);

/**
 * Annotation that another one repeats; null if there is none, or the reader cannot see it. One
 * statement reads those of all annotations of a step.
 */
export function duplicateOf(ctx: Context<'pool'>, { status, duplicateOfId }: Annotation): Promise<Annotation | null> {
  if (status !== 'resolved' || duplicateOfId === null) return Promise.resolve(null);
  return readerOf(ctx)(duplicateOfId);
}

async function selectAnnotations(ctx: Context<'pool'>, ids: string[]): Promise<(Annotation | null)[]> {
  const { rows } = await ctx.services.pool.query<Annotation>(
    `SELECT ${ANNOTATION_COLUMNS} FROM annotations a
      WHERE a.id = ANY($1::uuid[]) AND a.deleted_at IS NULL AND ${visibleTo(audienceOf(ctx), 'a')}`,
    [[...new Set(ids)]],
  );
  return ids.map((id) => rows.find((row) => row.id === id) ?? null);
}
