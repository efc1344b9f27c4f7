import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Deployment } from '../../../generated/prisma/client.ts';
import { newId, newIds } from '../../../infrastructure/database/ids.ts';
import { lockRows } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ENVIRONMENT_COLUMNS } from '../../core/environments/require-environment.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import { type DeploymentInput, deploymentInput } from './deployment-input.ts';
import { endDeployments } from './end-deployments.ts';
import { type PlannedCapture, planCaptures } from './plan-captures.ts';
import { DEPLOYMENT_COLUMNS } from './require-deployment.ts';

const ENVIRONMENT = statement(
  'create-deployment/environment',
  `SELECT ${ENVIRONMENT_COLUMNS} FROM environments e WHERE e.id = $environmentId AND e.project_id = $id`,
);

const NEWEST = statement(
  'create-deployment/newest',
  `SELECT ${DEPLOYMENT_COLUMNS} FROM deployments d
  WHERE d.environment_id = $id ORDER BY d.created_at DESC, d.id DESC LIMIT 1`,
);

const INSERT = statement(
  'create-deployment/insert',
  `WITH d AS (
    INSERT INTO deployments (id, project_id, environment_id, commit, branch, url, author_id, via, updated_at)
    VALUES ($id, $projectId, $environmentId, $commit, $branch?, $url?, $userId, $via?, now()) RETURNING *
  ), captures AS (
    INSERT INTO deployment_captures (id, deployment_id, position, url, url_key, viewport_width, viewport_height, device_scale_factor)
    SELECT c.id, $id, c.position - 1, c.url_key, c.url_key, c.width, c.height, c.scale
      FROM unnest($ids::uuid[], $urlKeys::text[], $widths::int[], $heights::int[], $deviceScaleFactors::float8[])
        WITH ORDINALITY AS c(id, url_key, width, height, scale, position)
  )
  SELECT ${DEPLOYMENT_COLUMNS} FROM d`,
);

/**
 * Begins a deployment, whose pages workers capture and compare. The commit of the environment's
 * newest deployment returns that one, unless it was cancelled or `force` is set. An unfinished
 * deployment of the environment is superseded.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 * @throws FORBIDDEN for the role, or if the captures would exceed the plan
 */
export async function createDeployment(
  ctx: Context<'config' | 'pool' | 'wakeDeployments' | 'wakeRelay'>,
  args: unknown,
): Promise<Deployment> {
  const userId = requireUser(ctx);
  const input: DeploymentInput = parseInput(deploymentInput, args);
  const project = await requireProject(ctx, input.projectId, 'deployment.create');
  const environment = await ENVIRONMENT.first(ctx.services.pool, {
    environmentId: input.environmentId,
    id: project.id,
  });
  if (!environment) throw notFound('Environment');
  const captures = await planCaptures(ctx, environment, input);
  const request = { client: `user:${userId}`, operation: 'createDeployment', input, inSteps: true } as const;
  const deployment = await withIdempotencyKey(ctx, request, async (sql) => {
    // Deployments of one environment begin one after another.
    const locked = await lockRows(sql, 'environments FOR NO KEY UPDATE', environment.id);
    if (locked.size === 0) throw notFound('Environment');
    const newest = await NEWEST.first(sql, { id: environment.id });
    if (newest?.commit === input.commit && newest.status !== 'cancelled' && !input.force) return newest;
    return insertDeployment(sql, ctx, { input, captures, userId, organizationId: project.organizationId });
  });
  ctx.services.wakeDeployments();
  ctx.services.wakeRelay();
  return deployment;
}

interface NewDeployment {
  input: DeploymentInput;
  captures: PlannedCapture[];
  userId: string;
  organizationId: string;
}

async function insertDeployment(
  sql: Queryable,
  ctx: Context<'config'>,
  { input, captures, userId, organizationId }: NewDeployment,
): Promise<Deployment> {
  const { projectId, environmentId, commit, branch, url } = input;
  const id = newId();
  await endDeployments(sql, { kind: 'environment', id: environmentId }, 'superseded', id);
  await countUsage(sql, ctx, organizationId, 'snapshots', captures.length);
  const row = await INSERT.first(sql, {
    id,
    projectId,
    environmentId,
    commit,
    branch,
    url,
    userId,
    via: viaOf(ctx),
    ids: newIds(captures.length),
    urlKeys: captures.map(({ urlKey }) => urlKey),
    widths: captures.map(({ width }) => width),
    heights: captures.map(({ height }) => height),
    deviceScaleFactors: captures.map(({ deviceScaleFactor }) => deviceScaleFactor),
  });
  await recordEvent(sql, {
    type: 'deployment.changed',
    organizationId,
    projectId,
    deploymentId: id,
    actorId: userId,
    data: NO_EVENT_DATA,
  });
  return row as Deployment;
}
