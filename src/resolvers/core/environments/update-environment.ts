import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type Environment, EnvironmentKind } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { ENVIRONMENT_COLUMNS } from '../../environments/columns.ts';
import { environmentKey } from '../../environments/environment-key.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput, urlInput } from '../../platform/input/fields.ts';
import { parseInput, refuseNulls } from '../../platform/input/parse-input.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { lockProject } from '../../projects/lock-project.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { assignEnvironments, beginAssigning } from './assign-environments.ts';
import { urlTaken } from './create-environment.ts';
import { requireEnvironment } from './require-environment.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  url: urlInput.optional(),
  kind: z.enum(EnvironmentKind).optional(),
});

const FIND = `SELECT ${ENVIRONMENT_COLUMNS} FROM environments e WHERE id = $1`;

/** What is null stays as it is. */
const UPDATE = `UPDATE environments e
    SET name = coalesce($2, name), kind = coalesce($3::"EnvironmentKind", kind), url = coalesce($4, url),
        url_key = coalesce($5, url_key), updated_at = ${nextMoment('updated_at')}
  WHERE id = $1 RETURNING ${ENVIRONMENT_COLUMNS}`;

/**
 * Changes what is given and leaves the rest. With another url, annotations move to where they belong now.
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT; CONFLICT for a taken url
 */
export async function updateEnvironment(ctx: Context, id: string, args: object): Promise<Environment> {
  const { projectId, organizationId } = await requireEnvironment(ctx, id, 'environment.manage');
  refuseNulls(args);
  const changes: z.infer<typeof changesInput> = parseInput(changesInput, args);
  const { name, kind, url } = changes;
  const urlKey = url === undefined ? undefined : environmentKey(url);
  try {
    const after = await inTransaction(ctx.services.pool, async (sql) => {
      await lockProject(sql, projectId);
      const [before] = (await sql.query<Environment>(FIND, [id])).rows;
      if (before && Object.keys(changes).length === 0) return before;
      if (urlKey !== undefined) await beginAssigning(sql, projectId);
      const [environment] = (await sql.query<Environment>(UPDATE, [id, name, kind, url, urlKey])).rows;
      if (!before || !environment) throw notFound('Environment');
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
