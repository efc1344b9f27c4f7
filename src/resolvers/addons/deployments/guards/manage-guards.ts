import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { badField, conflict } from '../../../../errors.ts';
import { type Guard, type GuardState, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { ELEMENT_ID } from '../../../core/annotations/diagnostics.ts';
import { requireProject } from '../../../core/projects/require-project.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { LIMITS } from '../../../platform/input/limits.ts';
import { pageKey } from '../../../platform/input/page-url.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import { EMPTY, storableText } from '../../../platform/input/storable-text.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../../platform/pagination/related-rows.ts';
import { assertCan, requireUser } from '../../../platform/policies/access.ts';
import { guard, ofProject } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { assertEnvironmentOf } from '../assert-environment.ts';

const MAX_REASON = 255;

/** A guard; `isPaused` while its annotation is not resolved, so that nothing compares its looks. */
export type GuardRow = Guard & { isPaused: boolean };

const COLUMNS = `${selectList(Prisma.GuardScalarFieldEnum, { alias: 'g' })}, (g.state = 'active' AND EXISTS (
    SELECT FROM annotations paused WHERE paused.id = g.annotation_id AND paused.status <> 'resolved')) AS "isPaused!"`;

const requireGuard = guard('manage-guards/for-user', {
  what: 'Guard',
  columns: `${COLUMNS}, p.organization_id AS "organizationId"`,
  from: `guards g JOIN annotations a ON a.id = g.annotation_id AND a.deleted_at IS NULL ${ofProject('g.project_id')}`,
  where: 'g.id = $id',
});

const filterInput = z.object({
  elementSelector: storableText(2_048).nullish(),
  sourceFile: storableText(1_024).transform(asSourcePath).nullish(),
  elementIds: z
    .array(storableText(32))
    .max(LIMITS.guardElementIds, `must have at most ${LIMITS.guardElementIds} items`)
    .nullish(),
});

/** Writes a path as hints do: with slashes, and without a leading `./` or `/`. */
function asSourcePath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

interface GuardFilter {
  environmentId?: string | null;
  state?: GuardState | null;
  /** Address of their page. */
  url?: string | null;
  /** CSS selector of the annotation's element, when it was written or found last. */
  elementSelector?: string | null;
  /** Path of a file of the code. Only elements that are known to be in other files are left out. */
  sourceFile?: string | null;
  /** Ids that the build plugin gives the elements of that file. */
  elementIds?: readonly string[] | null;
}

/** SQL: files that the page named for the element of `a`, as rows `file`; other texts name none. */
const HINTS = `SELECT h #>> '{}' AS file FROM jsonb_path_query(a.metadata, 'lax $.diagnostics.source[*].file') h
  WHERE h #>> '{}' ~ '^[^\\s<>"''\`[:cntrl:]]{1,200}$'`;
/** SQL: id that the build plugin gave the element of `a`. */
const ELEMENT_ID_OF = `substring(a.metadata #>> '{diagnostics,elementId}' FROM '${ELEMENT_ID.source}')`;

/**
 * SQL: whether the element of `a` is in the file, or no page said in which one it is. Pages and
 * builds name paths from different folders: one path ends with the other. Another id of the build
 * plugin says nothing: an element with another text may have another id.
 */
const MAY_BE_IN_FILE = `(${ELEMENT_ID_OF} = ANY($elementIds::text[])
  OR EXISTS (SELECT FROM (${HINTS}) hint WHERE right('/' || $file, length(hint.file) + 1) = '/' || hint.file
                                            OR right('/' || hint.file, length($file) + 1) = '/' || $file)
  OR NOT EXISTS (${HINTS}))`;

/** A parameter that is null does not filter. */
const LIST = statement(
  'manage-guards/list',
  `SELECT ${COLUMNS} FROM guards g
  WHERE project_id = $projectId
    AND EXISTS (SELECT FROM annotations a WHERE a.id = g.annotation_id AND a.deleted_at IS NULL
                   AND ($selector?::text IS NULL
                        OR $selector IN (a.dom_fingerprint->>'selector', a.latest_fingerprint->>'selector'))
                   AND ($file?::text IS NULL OR ${MAY_BE_IN_FILE}))
    AND ($environmentId?::uuid IS NULL OR g.environment_id = $environmentId)
    AND ($state?::"GuardState" IS NULL OR g.state = $state) AND ($urlKey?::text IS NULL OR g.url_key = $urlKey) ${NEWEST}`,
);

/**
 * Lists the guards of a project, newest first. Only readers of diagnostics may name a file.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function listGuards(
  ctx: Context<'pool'>,
  { projectId, environmentId, state, url, ...args }: GuardFilter & { projectId: string },
  page: Page,
): Promise<PageRows<GuardRow>> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  const { elementSelector, sourceFile, elementIds }: z.infer<typeof filterInput> = parseInput(filterInput, args);
  if (elementIds != null && sourceFile == null) throw badField('elementIds', 'must be sent with sourceFile');
  if (sourceFile != null) assertCan(ctx, project.role, 'diagnostics.read');
  await assertEnvironmentOf(ctx, project.id, environmentId);
  const urlKey = url == null ? null : pageKey(url);
  const filter = {
    environmentId,
    state,
    urlKey,
    selector: elementSelector,
    file: sourceFile,
    elementIds: elementIds ?? [],
  };
  return readNewest(ctx, LIST, page, { projectId: project.id, ...filter });
}

const OF_ANNOTATION = relatedList('manage-guards/of-annotation', {
  columns: COLUMNS,
  table: 'guards',
  alias: 'g',
  where: 'g.annotation_id = related_to',
  direction: 'desc',
  jsons: ['reported', 'accepted'],
});

/** Guards of an annotation, newest first, without a check of rights. */
export const guardsOf = (ctx: Context<'pool'>, annotationId: string, page: Page): Promise<PageRows<GuardRow>> =>
  relatedRows(ctx, OF_ANNOTATION, annotationId, page);

const RETIRE = statement(
  'manage-guards/retire',
  `WITH g AS (
    UPDATE guards SET state = 'retired', ended_at = now(), ended_by_id = $endedById, reason = $reason
     WHERE id = $id AND state = 'active' RETURNING *
  )
  SELECT ${COLUMNS} FROM g`,
);

const reasonInput = z.object({
  reason: storableText(MAX_REASON)
    .transform(oneLine)
    .refine((text) => text !== '', EMPTY),
});

/**
 * Ends a guard, with a reason: the element may look as it wants from now on.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a guard that has ended
 */
export async function retireGuard(
  ctx: Context<'pool'>,
  { id, ...args }: { id: string; reason: string },
): Promise<GuardRow> {
  const guard = await requireGuard(ctx, id, 'guard.retire');
  const { reason }: z.infer<typeof reasonInput> = parseInput(reasonInput, args);
  return inTransaction(ctx.services.pool, async (sql) => {
    const retired = await RETIRE.first(sql, { id, endedById: requireUser(ctx), reason });
    if (!retired) throw conflict('The guard has ended already; only active ones can be retired');
    const target = { type: 'guard', id, name: guard.urlKey };
    await recordAudit(sql, ctx, { organizationId: guard.organizationId, action: 'guard_retired', target });
    return retired;
  });
}
