import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { sourceInput } from '../../platform/input/fields.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { emptyImportResult, type ImportResult, readItems, recordPreview, withoutDuplicates } from './import-result.ts';
import { insertBatch } from './insert-batch.ts';
import { type ImportedRow, readComment } from './read-comment.ts';
import { DATE_SYSTEMS } from './repair-cells.ts';

/** Rows inserted in one transaction. */
const BATCH = 500;

const importInput = z.object({
  dryRun: z.boolean().nullish(),
  source: sourceInput,
  dateSystem: z
    .literal(DATE_SYSTEMS, 'must be 1900 or 1904')
    .nullish()
    .transform((system) => system ?? 1900),
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
  const { source, comments, dateSystem, dryRun }: z.infer<typeof importInput> = parseInput(importInput, args);
  const hashCounts = new Map<string, number>();
  const read = (item: JsonObject) => readComment(source, item, hashCounts, dateSystem);
  if (dryRun) return previewComments(ctx, project.id, source, comments, read);
  const result = emptyImportResult(false);
  const seen = new Set<string>();
  let lastId: string | undefined;
  for (let start = 0; start < comments.length; start += BATCH) {
    const items = readItems(result, comments.slice(start, start + BATCH), start, read);
    const rows = withoutDuplicates(items, seen, ({ external_id }) => external_id).map(({ value }) => value);
    const isLast = start + BATCH >= comments.length;
    const inserted = await insertBatch(ctx, { project, source, rows, lastId, publishUpdate: isLast });
    lastId = inserted.at(-1) ?? lastId;
    result.imported += inserted.length;
    result.skipped += items.length - inserted.length;
  }
  if (lastId) ctx.services.wakeRelay();
  return result;
}

const EXISTING = statement(
  'import-comments/existing',
  `SELECT external_id AS "id!" FROM annotations
  WHERE project_id = $projectId AND import_source = $source AND external_id = ANY($ids::text[])`,
);

/** Reads comments as an import does, and looks up which of them it would skip. */
async function previewComments(
  ctx: Context<'pool'>,
  projectId: string,
  source: string,
  comments: unknown[],
  read: (item: JsonObject) => ImportedRow,
): Promise<ImportResult> {
  const result = emptyImportResult(true);
  const items = readItems(result, comments, 0, read);
  const ids = items.map(({ value }) => value.external_id);
  const rows = await EXISTING.rows(ctx.services.pool, { projectId, source, ids });
  const known = new Set(rows.map(({ id }) => id));
  for (const { index, value } of items) {
    const isNew = !known.has(value.external_id);
    known.add(value.external_id);
    result[isNew ? 'imported' : 'skipped'] += 1;
    recordPreview(result, index, isNew, show(value));
  }
  return result;
}

/** Characters of a text in a preview. */
const MAX_SHOWN = 500;

const show = (row: ImportedRow) => ({
  content: row.content.slice(0, MAX_SHOWN),
  url: row.url,
  position: { x: row.position_x, y: row.position_y },
  status: row.status,
  author: { name: row.author_name, email: row.author_email },
  createdAt: row.created_at?.toISOString() ?? null,
});
