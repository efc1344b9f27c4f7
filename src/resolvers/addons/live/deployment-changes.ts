import type { Context } from '../../../context.ts';
import type { DeploymentUpdate, LiveUpdate } from '../../../types/snapshot-update.ts';
import { type LiveScope, openMemberStream } from './open-member-stream.ts';

/**
 * Streams changes of the deployments of a project or an organization; ends like
 * `annotationChanges`.
 *
 * @throws the errors of `openMemberStream`
 */
export async function deploymentChanges(
  ctx: Context<'live' | 'pool'>,
  scope: LiveScope,
): Promise<AsyncIterable<DeploymentUpdate>> {
  const updates = await openMemberStream(ctx, scope, 'project.read');
  return updates((update) => (isOfDeployment(update) ? update : null));
}

const isOfDeployment = (update: LiveUpdate): update is DeploymentUpdate => 'deploymentId' in update;
