import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type Environment, EnvironmentKind } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput, urlInput } from '../../platform/input/fields.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { lockProject } from '../projects/require-project.ts';
import { assignEnvironments, scheduleAssignment } from './assign-environments.ts';
import { environmentKey, urlTaken } from './create-environment.ts';
import { removeCredentials } from './manage-capture-credentials.ts';
import { ENVIRONMENT_COLUMNS, requireEnvironment } from './require-environment.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  url: urlInput.optional(),
  kind: z.enum(EnvironmentKind).optional(),
});

const FIND = statement('update-environment/find', `SELECT ${ENVIRONMENT_COLUMNS} FROM environments e WHERE id = $id`);

/** A parameter that is null keeps the column. */
const UPDATE = statement(
  'update-environment/update',
  `UPDATE environments e
    SET name = coalesce($name?, name), kind = coalesce($kind?::"EnvironmentKind", kind), url = coalesce($url?, url),
        url_key = coalesce($urlKey?, url_key), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id RETURNING ${ENVIRONMENT_COLUMNS}`,
);

/**
 * Updates the given members. After a change of the url, annotations are assigned again; capture
 * credentials are deleted with another origin.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken url
 */
export async function updateEnvironment(
  ctx: Context<'pool' | 'stopping'>,
  id: string,
  args: object,
): Promise<Environment> {
  const { projectId, organizationId } = await requireEnvironment(ctx, id, 'environment.manage');
  rejectNulls(args);
  const changes: z.infer<typeof changesInput> = parseInput(changesInput, args);
  const { name, kind, url } = changes;
  const urlKey = url === undefined ? undefined : environmentKey(url);
  try {
    const after = await inTransaction(ctx.services.pool, async (sql) => {
      await lockProject(sql, projectId);
      const before = await FIND.first(sql, { id });
      if (before && Object.keys(changes).length === 0) return before;
      if (urlKey !== undefined) await scheduleAssignment(sql, projectId);
      const environment = await UPDATE.first(sql, { id, name, kind, url, urlKey });
      if (!before || !environment) throw notFound('Environment');
      if (url !== undefined) await removeCredentials(sql, ctx, { ...environment, organizationId }, new URL(url).origin);
      await recordAudit(sql, ctx, {
        organizationId,
        action: 'environment_changed',
        target: environmentTarget(environment),
        changes: changesBetween<Environment>(before, environment, ['name', 'url', 'kind']),
      });
      return environment;
    });
    if (urlKey !== undefined) await assignEnvironments(ctx, projectId);
    return after;
  } catch (error) {
    throw url !== undefined && isUniqueViolation(error, 'url_key') ? urlTaken(url) : error;
  }
}
