import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { conflict, fieldConflict, notFound } from '../../../errors.ts';
import type { Label } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { requireProject } from '../projects/require-project.ts';
import { LABEL_COLUMNS, requireLabel } from './require-label.ts';

const colorInput = z
  .string()
  .max(7, 'must have at most 7 characters')
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #2f6fed')
  .transform((color) => color.toLowerCase());

const labelInput = z.object({ projectId: z.string(), name: nameInput, color: colorInput });
const changesInput = z.object({ name: nameInput.optional(), color: colorInput.optional() });

const INSERT = statement(
  'manage-labels/insert',
  `WITH l AS (
    INSERT INTO labels (id, project_id, name, color, updated_at)
    SELECT $id, $projectId::uuid, $name, $color, now()
     WHERE (SELECT count(*) FROM labels WHERE project_id = $projectId) < ${LIMITS.projectLabels}
    RETURNING *
  )
  SELECT ${LABEL_COLUMNS} FROM l`,
);

/** A parameter that is null keeps the column. */
const UPDATE = statement(
  'manage-labels/update',
  `UPDATE labels l SET name = coalesce($name?, name), color = coalesce($color?, color), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id RETURNING ${LABEL_COLUMNS}`,
);

/**
 * Creates a label of a project.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken name, and for a project that has the maximum number of labels
 */
export async function createLabel(ctx: Context<'pool'>, args: unknown): Promise<Label> {
  const userId = requireUser(ctx);
  const input: z.infer<typeof labelInput> = parseInput(labelInput, args);
  await requireProject(ctx, input.projectId, 'label.manage', { field: 'projectId' });
  return withIdempotencyKey(ctx, { client: `user:${userId}`, operation: 'createLabel', input }, async (sql) => {
    const values = { id: newId(), projectId: input.projectId, name: input.name, color: input.color };
    const { rows } = await INSERT.run(sql, values).catch((error: unknown) => {
      throw isUniqueViolation(error, 'name') ? nameTaken(input.name) : error;
    });
    const [created] = rows;
    if (!created) throw conflict(`The project has ${LIMITS.projectLabels} labels, the maximum; delete one first`);
    return created;
  });
}

/**
 * Changes name or color of a label.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken name
 */
export async function updateLabel(ctx: Context<'pool'>, id: string, args: object): Promise<Label> {
  const label = await requireLabel(ctx, id, 'label.manage');
  rejectNulls(args);
  const { name, color }: z.infer<typeof changesInput> = parseInput(changesInput, args);
  if (name === undefined && color === undefined) return label;
  const { rows } = await UPDATE.run(ctx.services.pool, { id, name, color }).catch((error: unknown) => {
    throw name !== undefined && isUniqueViolation(error, 'name') ? nameTaken(name) : error;
  });
  const [changed] = rows;
  if (!changed) throw notFound('Label');
  return changed;
}

/**
 * Deletes a label. Annotations keep its id, which readers ignore.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteLabel(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  await requireLabel(ctx, id, 'label.manage');
  if (!(await deleteRow(ctx.services.pool, 'labels', id))) throw notFound('Label');
  return { id };
}

const nameTaken = (name: string) => fieldConflict('name', `"${name}" is already a label of this project`);
