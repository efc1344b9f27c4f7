import type { Context } from '../../../context.ts';
import type { Annotation, Label } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { LABEL_COLUMNS } from '../labels/require-label.ts';

/** Batched reader of a request. */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher((lists: (readonly string[])[]) => selectLabels(ctx, lists), Infinity),
);

/** Labels of an annotation, by name. One statement reads those of all annotations of a step. */
export function labelsOf(ctx: Context<'pool'>, { labelIds }: Pick<Annotation, 'labelIds'>): Promise<Label[]> | Label[] {
  if (labelIds.length === 0) return [];
  return readerOf(ctx)(labelIds);
}

const FIND = statement(
  'annotation-labels/find',
  `SELECT ${LABEL_COLUMNS} FROM labels l WHERE id = ANY($ids::uuid[]) ORDER BY name, id`,
);

async function selectLabels(ctx: Context<'pool'>, lists: (readonly string[])[]): Promise<Label[][]> {
  const rows = await FIND.rows(ctx.services.pool, { ids: [...new Set(lists.flat())] });
  return lists.map((ids) => rows.filter(({ id }) => ids.includes(id)));
}
