import type { Context } from '../../../../context.ts';
import { type AnnotationFix, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../../lib/batcher.ts';
import { oncePer } from '../../../../lib/once-per.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Max states of an annotation, the last checked ones. */
export const MAX_FIXES = 50;

const FIND = statement(
  'list-fixes/find',
  `SELECT ${selectList(Prisma.AnnotationFixScalarFieldEnum, { alias: 'f' })} FROM unnest($ids::uuid[]) AS of (id)
  CROSS JOIN LATERAL (SELECT * FROM annotation_fixes WHERE annotation_id = of.id ORDER BY checked_at DESC LIMIT ${MAX_FIXES}) f
  ORDER BY f.annotation_id, f.environment_id, f.viewport_width DESC, f.viewport_height, f.device_scale_factor`,
);

const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]): Promise<AnnotationFix[][]> => {
    const rows = await FIND.rows(ctx.services.pool, { ids: [...new Set(ids)] });
    const found = new Map(ids.map((id): [string, AnnotationFix[]] => [id, []]));
    for (const row of rows) found.get(row.annotationId)?.push(row);
    return ids.map((id) => found.get(id) ?? []);
  }, Infinity),
);

/** States of an annotation by environment and viewport; one statement for an execution step. */
export const fixesOf = (ctx: Context<'pool'>, annotationId: string): Promise<AnnotationFix[]> =>
  readerOf(ctx)(annotationId);
