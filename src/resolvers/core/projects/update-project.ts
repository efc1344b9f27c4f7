import { z } from 'zod';
import type { CallContext, Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { type Project, PublicAnnotations, PublicReplies } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput, originInput, slugInput } from '../../platform/input/fields.ts';
import { assertMayVisit } from '../../platform/input/outbound-url.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { endPanels } from '../auth/end-panels.ts';
import { slugTaken } from './create-project.ts';
import { exampleOf, isOpenToPublic, previewHostsInput } from './preview-hosts.ts';
import { PROJECT_COLUMNS, requireProject } from './require-project.ts';

const MAX_ORIGINS = 50;
const MAX_RETENTION_DAYS = 3_650;

const originsInput = z.array(originInput).max(MAX_ORIGINS, `must list at most ${MAX_ORIGINS} origins`);

const changesInput = z.object({
  name: nameInput.optional(),
  slug: slugInput.optional(),
  publicFeedback: z.boolean().optional(),
  respectDoNotTrack: z.boolean().optional(),
  captureComments: z.boolean().optional(),
  hideWebdriver: z.boolean().optional(),
  publicAnnotations: z.enum(PublicAnnotations).optional(),
  publicReplies: z.enum(PublicReplies).optional(),
  allowedOrigins: originsInput.optional(),
  panelOrigins: originsInput.optional(),
  previewHosts: previewHostsInput.optional(),
  snapshotRetention: z
    .number()
    .min(0, 'must be at least 0')
    .max(MAX_RETENTION_DAYS, `must be at most ${MAX_RETENTION_DAYS}`)
    .optional(),
});

const AUDITED = [
  'name',
  'slug',
  'publicFeedback',
  'allowedOrigins',
  'snapshotRetention',
  'respectDoNotTrack',
  'captureComments',
  'hideWebdriver',
  'publicAnnotations',
  'publicReplies',
  'panelOrigins',
  'previewHosts',
] as const;

type Changes = z.infer<typeof changesInput>;

const LOCK = statement(
  'update-project/lock',
  `SELECT ${PROJECT_COLUMNS} FROM projects p WHERE id = $id AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

/** A parameter that is null keeps the column. */
const UPDATE = statement(
  'update-project/update',
  `UPDATE projects p
    SET name = coalesce($name?, name), slug = coalesce($slug?, slug), public_feedback = coalesce($publicFeedback?, public_feedback),
        allowed_origins = coalesce($allowedOrigins?, allowed_origins),
        snapshot_retention = coalesce($snapshotRetention?::int, snapshot_retention),
        respect_do_not_track = coalesce($respectDoNotTrack?, respect_do_not_track),
        capture_comments = coalesce($captureComments?, capture_comments),
        public_annotations = coalesce($publicAnnotations?, public_annotations),
        public_replies = coalesce($publicReplies?, public_replies),
        panel_origins = coalesce($panelOrigins?, panel_origins), hide_webdriver = coalesce($hideWebdriver?, hide_webdriver),
        preview_hosts = coalesce($previewHosts?, preview_hosts),
        updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id RETURNING ${PROJECT_COLUMNS}`,
);

/**
 * Updates the given members. Removing an origin of the panel ends its sessions there.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken slug
 */
export async function updateProject(ctx: Context<'config' | 'pool'>, id: string, args: object): Promise<Project> {
  await requireProject(ctx, id, 'project.change');
  rejectNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  await assertPreviewHosts(ctx, changes.previewHosts ?? []);
  try {
    return await inTransaction(ctx.services.pool, (sql) => change(sql, ctx, id, changes));
  } catch (error) {
    throw changes.slug && isUniqueViolation(error, 'slug') ? slugTaken(changes.slug) : error;
  }
}

/** @throws BAD_USER_INPUT for hosts that captures may not visit, or that anyone can register */
async function assertPreviewHosts(ctx: Context<'config'>, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) {
    assertMayVisit(ctx, exampleOf(host), 'previewHosts');
    if (await isOpenToPublic(host)) {
      throw badField(
        'previewHosts',
        `${host} matches hosts that anyone can register. Add the part that only your previews have, such as *--shop.netlify.app, or use a domain of your own`,
      );
    }
  }
}

async function change(sql: Queryable, ctx: CallContext, id: string, changes: Changes): Promise<Project> {
  const before: Project | undefined = await LOCK.first(sql, { id });
  if (!before) throw notFound('Project');
  if (Object.keys(changes).length === 0) return before;
  const panelOrigins = changes.panelOrigins && [...new Set(changes.panelOrigins)];
  const after: Project = await UPDATE.one(sql, { id, ...changes, panelOrigins });
  if (panelOrigins) await endPanels(sql, { projectId: after.id, kept: after.panelOrigins });
  await recordAudit(sql, ctx, {
    organizationId: after.organizationId,
    action: 'project_changed',
    target: projectTarget(after),
    changes: changesBetween(before, after, AUDITED),
  });
  return after;
}
