import { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type JsonObject, LIMITS, parseInput, sourceInput } from '../input.ts';
import { requireProject } from '../policies/access.ts';
import { insertBatch } from './insert-batch.ts';
import { type ImportedRow, readComment } from './read-comment.ts';

/** Rows written in one transaction. */
const BATCH = 500;

export interface ImportResult {
  imported: number;
  skipped: number;
  failed: { index: number; message: string }[];
}

const importInput = z.object({
  source: sourceInput,
  comments: z
    .array(z.custom<JsonObject>())
    .max(LIMITS.importedComments, `must list at most ${LIMITS.importedComments} comments`),
});

/**
 * Takes over the comments of another tool: each whole or not at all, none twice. What an import that was cut short has
 * written stays; repeating it adds the rest. Emits nothing but one live update.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importComments(ctx: Context, projectId: string, args: unknown): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId, 'annotation.create');
  const { source, comments }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result: ImportResult = { imported: 0, skipped: 0, failed: [] };
  const seen = new Set<string>();
  let lastId: string | undefined;
  for (let start = 0; start < comments.length; start += BATCH) {
    const batch = comments.slice(start, start + BATCH);
    const rows = batch.flatMap((item, i) => readInto(result, start + i, () => readComment(source, item)));
    const fresh = rows.filter(({ external_id: id }) => !seen.has(id) && seen.add(id));
    const isLast = start + BATCH >= comments.length;
    const inserted = await insertBatch(ctx, { project, source, rows: fresh, lastId, announce: isLast });
    lastId = inserted.at(-1) ?? lastId;
    result.imported += inserted.length;
    result.skipped += rows.length - inserted.length;
  }
  if (lastId) ctx.services.nudgeRelay();
  return result;
}

/** The row, or none and a line among the failures. */
function readInto(result: ImportResult, index: number, read: () => ImportedRow): ImportedRow[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    result.failed.push({ index, message: error.message });
    return [];
  }
}
