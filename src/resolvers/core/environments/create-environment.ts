import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fieldConflict } from '../../../errors.ts';
import { type Environment, EnvironmentKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput, urlInput } from '../../platform/input/fields.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { lockProject, requireProject } from '../projects/require-project.ts';
import { assignEnvironments, scheduleAssignment } from './assign-environments.ts';
import { ENVIRONMENT_COLUMNS } from './require-environment.ts';

const environmentInput = z.object({
  projectId: z.string(),
  name: nameInput,
  url: urlInput,
  kind: z.enum(EnvironmentKind),
});

type EnvironmentInput = z.infer<typeof environmentInput>;

const INSERT = statement(
  'create-environment/insert',
  `WITH e AS (
    INSERT INTO environments (id, project_id, name, kind, url, url_key, updated_at)
    VALUES ($id, $projectId, $name, $kind::"EnvironmentKind", $url, $urlKey, now()) RETURNING *
  )
  SELECT ${ENVIRONMENT_COLUMNS} FROM e`,
);

/**
 * Creates an environment; annotations of its pages are assigned to it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken url
 */
export async function createEnvironment(ctx: Context<'pool' | 'stopping'>, args: unknown): Promise<Environment> {
  const userId = requireUser(ctx);
  const input: EnvironmentInput = parseInput(environmentInput, args);
  const { organizationId } = await requireProject(ctx, input.projectId, 'environment.manage', { field: 'projectId' });
  const environment = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'createEnvironment', input, inSteps: true },
    async (sql) => {
      await lockProject(sql, input.projectId);
      await scheduleAssignment(sql, input.projectId);
      const created = await insertEnvironment(sql, input);
      await recordAudit(sql, ctx, {
        organizationId,
        action: 'environment_created',
        target: environmentTarget(created),
      });
      return created;
    },
  );
  await assignEnvironments(ctx, input.projectId);
  return environment;
}

/** Inserts an environment of a project without annotations, without checking the role. */
export async function insertEnvironment(sql: Queryable, input: EnvironmentInput): Promise<Environment> {
  const { projectId, name, kind, url } = input;
  try {
    return await INSERT.one(sql, { id: newId(), projectId, name, kind, url, urlKey: environmentKey(url) });
  } catch (error) {
    throw isUniqueViolation(error, 'url_key') ? urlTaken(url) : error;
  }
}

/** Error for a URL that another environment of the project has after normalization. */
export const urlTaken = (url: string) => fieldConflict('url', `"${url}" is already an environment of this project`);

/** Normalized origin and path of an environment, without query and fragment. */
export function environmentKey(url: string): string {
  const bare = new URL(url);
  bare.search = '';
  bare.hash = '';
  return normalizeUrl(bare.href);
}
