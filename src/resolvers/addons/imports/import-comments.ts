import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { sourceInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { emptyImportResult, type ImportResult, readItems, withoutDuplicates } from './import-result.ts';
import { insertBatch } from './insert-batch.ts';
import { readComment } from './read-comment.ts';

/** Rows inserted in one transaction. */
const BATCH = 500;

const importInput = z.object({
  source: sourceInput,
  comments: z.array(z.unknown()).max(LIMITS.importedComments, `must list at most ${LIMITS.importedComments} comments`),
});

/**
 * Imports comments of another tool, each entirely or not at all and never twice. An interrupted
 * import keeps what it has stored; repeating it adds the rest. Publishes a single live update.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importComments(
  ctx: Context<'pool' | 'wakeRelay'>,
  projectId: string,
  args: unknown,
): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId, 'annotation.import');
  const { source, comments }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result = emptyImportResult();
  const seen = new Set<string>();
  const hashCounts = new Map<string, number>();
  let lastId: string | undefined;
  for (let start = 0; start < comments.length; start += BATCH) {
    const read = readItems(result, comments.slice(start, start + BATCH), start, (item) =>
      readComment(source, item, hashCounts),
    );
    const rows = withoutDuplicates(read, seen, ({ external_id }) => external_id).map(({ value }) => value);
    const isLast = start + BATCH >= comments.length;
    const inserted = await insertBatch(ctx, { project, source, rows, lastId, publishUpdate: isLast });
    lastId = inserted.at(-1) ?? lastId;
    result.imported += inserted.length;
    result.skipped += read.length - inserted.length;
  }
  if (lastId) ctx.services.wakeRelay();
  return result;
}
