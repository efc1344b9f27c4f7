import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput, slugInput } from '../../platform/input/fields.ts';
import { parseInput, refuseNulls } from '../../platform/input/parse-input.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { PROJECT_COLUMNS } from '../../projects/columns.ts';
import { requireProject } from '../../projects/require-project.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { slugTaken } from './create-project.ts';

const MAX_ORIGINS = 50;
/** Days. */
const MAX_RETENTION = 3_650;

const originInput = z.string().transform((text, check) => {
  if (URL.canParse(text)) {
    const { origin, protocol } = new URL(text);
    if (/^https?:$/.test(protocol) && !origin.includes('*')) return origin;
  }
  const message = 'must be an origin such as https://shop.example';
  check.addIssue({ code: 'custom', message: text.includes('*') ? `${message}; list each, without *` : message });
  return z.NEVER;
});

const changesInput = z.object({
  name: nameInput.optional(),
  slug: slugInput.optional(),
  publicFeedback: z.boolean().optional(),
  respectDoNotTrack: z.boolean().optional(),
  captureComments: z.boolean().optional(),
  allowedOrigins: z.array(originInput).max(MAX_ORIGINS, `must list at most ${MAX_ORIGINS} origins`).optional(),
  snapshotRetention: z
    .number()
    .min(0, 'must be at least 0')
    .max(MAX_RETENTION, `must be at most ${MAX_RETENTION}`)
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
] as const;

type Changes = z.infer<typeof changesInput>;

const LOCK = `SELECT ${PROJECT_COLUMNS} FROM projects p WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`;

/** What is null stays as it is. */
const UPDATE = `UPDATE projects p
    SET name = coalesce($2, name), slug = coalesce($3, slug), public_feedback = coalesce($4, public_feedback),
        allowed_origins = coalesce($5, allowed_origins), snapshot_retention = coalesce($6::int, snapshot_retention),
        respect_do_not_track = coalesce($7, respect_do_not_track), capture_comments = coalesce($8, capture_comments), updated_at = ${nextMoment('updated_at')}
  WHERE id = $1 RETURNING ${PROJECT_COLUMNS}`;

/** Changes what is given and leaves the rest. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT; CONFLICT for a taken slug */
export async function updateProject(ctx: Context, id: string, args: object): Promise<Project> {
  await requireProject(ctx, id, 'project.change');
  refuseNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  try {
    return await inTransaction(ctx.services.pool, (sql) => change(sql, ctx, id, changes));
  } catch (error) {
    throw changes.slug && isUniqueViolation(error, 'slug') ? slugTaken(changes.slug) : error;
  }
}

async function change(sql: Queryable, ctx: Context, id: string, changes: Changes): Promise<Project> {
  const before: Project | undefined = (await sql.query(LOCK, [id])).rows[0];
  if (!before) throw notFound('Project');
  if (Object.keys(changes).length === 0) return before;
  const { name, slug, publicFeedback, allowedOrigins, snapshotRetention, respectDoNotTrack, captureComments } = changes;
  const values = [
    id,
    name,
    slug,
    publicFeedback,
    allowedOrigins,
    snapshotRetention,
    respectDoNotTrack,
    captureComments,
  ];
  const after: Project = (await sql.query(UPDATE, values)).rows[0];
  await recordAudit(sql, ctx, {
    organizationId: after.organizationId,
    action: 'project_changed',
    target: projectTarget(after),
    changes: changesBetween(before, after, AUDITED),
  });
  return after;
}
