import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { sourceInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireProject } from '../../projects/require-project.ts';
import { firstOfEach, type ImportResult, newImportResult, readItems } from './import-result.ts';
import { insertBatch } from './insert-batch.ts';
import { readComment } from './read-comment.ts';

/** Rows written in one transaction. */
const BATCH = 500;

const importInput = z.object({
  source: sourceInput,
  comments: z.array(z.unknown()).max(LIMITS.importedComments, `must list at most ${LIMITS.importedComments} comments`),
});

/**
 * Takes over the comments of another tool: each whole or not at all, none twice. What an import that was cut short has
 * written stays; repeating it adds the rest. Emits nothing but one live update.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importComments(ctx: Context, projectId: string, args: unknown): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId, 'annotation.create');
  const { source, comments }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result = newImportResult();
  const seen = new Set<string>();
  const told = new Map<string, number>();
  let lastId: string | undefined;
  for (let start = 0; start < comments.length; start += BATCH) {
    const read = readItems(result, comments.slice(start, start + BATCH), start, (item) =>
      readComment(source, item, told),
    );
    const rows = firstOfEach(read, seen, ({ external_id }) => external_id).map(({ value }) => value);
    const isLast = start + BATCH >= comments.length;
    const inserted = await insertBatch(ctx, { project, source, rows, lastId, announce: isLast });
    lastId = inserted.at(-1) ?? lastId;
    result.imported += inserted.length;
    result.skipped += read.length - inserted.length;
  }
  if (lastId) ctx.services.nudgeRelay();
  return result;
}
