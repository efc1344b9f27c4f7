import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { type Environment, EnvironmentKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ENVIRONMENT_COLUMNS } from '../../environments/columns.ts';
import { environmentKey } from '../../environments/environment-key.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput, urlInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { lockProject } from '../../projects/lock-project.ts';
import { requireProject } from '../../projects/require-project.ts';
import { assignEnvironments, beginAssigning } from './assign-environments.ts';

const environmentInput = z.object({
  projectId: z.string(),
  name: nameInput,
  url: urlInput,
  kind: z.enum(EnvironmentKind),
});

type EnvironmentInput = z.infer<typeof environmentInput>;

const INSERT = `WITH e AS (
    INSERT INTO environments (id, project_id, name, kind, url, url_key, updated_at)
    VALUES ($1, $2, $3, $4::"EnvironmentKind", $5, $6, now()) RETURNING *
  )
  SELECT ${ENVIRONMENT_COLUMNS} FROM e`;

/**
 * Makes an environment; the annotations of its pages belong to it from then on.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT; CONFLICT for a taken url
 */
export async function createEnvironment(ctx: Context, args: unknown): Promise<Environment> {
  const userId = requireUser(ctx);
  const input: EnvironmentInput = parseInput(environmentInput, args);
  const { organizationId } = await requireProject(ctx, input.projectId, 'environment.manage', { field: 'projectId' });
  const environment = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'createEnvironment', input, inSteps: true },
    async (sql) => {
      await lockProject(sql, input.projectId);
      await beginAssigning(sql, input.projectId);
      const made = await insertEnvironment(sql, input);
      await recordAudit(sql, ctx, { organizationId, action: 'environment_created', target: environmentTarget(made) });
      return made;
    },
  );
  await assignEnvironments(ctx, input.projectId);
  return environment;
}

/** The insert alone, for callers that have checked the right to it, and know that the project has no annotations. */
export async function insertEnvironment(sql: Queryable, input: EnvironmentInput): Promise<Environment> {
  const { projectId, name, kind, url } = input;
  try {
    const { rows } = await sql.query(INSERT, [newId(), projectId, name, kind, url, environmentKey(url)]);
    return rows[0];
  } catch (error) {
    throw isUniqueViolation(error, 'url_key') ? urlTaken(url) : error;
  }
}

/** The answer to a url that another environment of the project has, maybe spelled otherwise. */
export const urlTaken = (url: string) => conflict(`url: "${url}" is an environment of this project already`);
