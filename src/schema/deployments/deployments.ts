import { cancelDeployment } from '../../resolvers/addons/deployments/cancel-deployment.ts';
import { createDeployment } from '../../resolvers/addons/deployments/create-deployment.ts';
import { MAX_CAPTURES, MAX_VIEWPORTS } from '../../resolvers/addons/deployments/deployment-input.ts';
import { listDeployments } from '../../resolvers/addons/deployments/list-deployments.ts';
import { recaptureDeployment } from '../../resolvers/addons/deployments/recapture-deployment.ts';
import { getDeployment } from '../../resolvers/addons/deployments/require-deployment.ts';
import { deploymentChanges } from '../../resolvers/addons/live/deployment-changes.ts';
import type { DeploymentUpdate } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { actOnOne, addMutation, addSubscription, listOf, readOne } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { liveArgs } from '../live/live-args.ts';
import { ViewportInput } from '../snapshots/snapshots.ts';
import { GET_DEPLOYMENT } from './agent-tools.ts';
import { DEPLOYMENTS, DeploymentSummary, DeploymentType } from './deployment-type.ts';

const tag = 'Deployments';

addMutation('createDeployment', {
  type: DeploymentType,
  description:
    'Captures the pages of an environment after a deployment and compares them with their baselines. Returns ' +
    'immediately. The commit of the newest deployment of the environment returns that one, unless it was cancelled. ' +
    'An unfinished deployment of the environment is superseded.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    environmentId: t.id(parentId('environment')),
    commit: t.string({ required: true, description: 'Commit or release, 1–255 characters.' }),
    branch: t.string({ description: 'Branch, 1–255 characters.' }),
    url: t.string({
      description: 'URL of the release or of the pipeline run, for people: http or https, at most 2 048 characters.',
    }),
    pages: t.stringList({
      description:
        `Pages to capture, 1–${MAX_CAPTURES}: paths relative to the environment, or addresses of it. Default: the pages ` +
        'with annotations or baselines; without any, the address of the environment.',
    }),
    viewports: t.field({
      type: [ViewportInput],
      description:
        `Browser viewports, 1–${MAX_VIEWPORTS}; widths that repeat count once. Default: of each page, those of its ` +
        `baselines and of most of its comments, at most 4. Pages × viewports must be at most ${MAX_CAPTURES}.`,
    }),
    force: t.boolean({ description: 'Whether to run again for the commit of the newest deployment. Default: false.' }),
  })),
  rest: { method: 'POST', path: '/v1/projects/:projectId/deployments', status: 202, envelope: 'data', tag },
  needs: 'deployment.create',
  acceptsTokens: true,
  resolve: createDeployment,
});

readOne('deployment', {
  type: DeploymentType,
  of: 'deployment',
  description: 'One deployment with its report.',
  rest: { path: '/v1/deployments/:id', envelope: 'data', tag },
  mcp: [GET_DEPLOYMENT],
  needs: 'project.read',
  acceptsTokens: true,
  resolve: getDeployment,
});

listOf('deployments', {
  type: DeploymentSummary,
  connection: DEPLOYMENTS,
  description: 'Deployments of a project, newest first.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    environmentId: t.id({ description: 'Only those of this environment: its UUID.' }),
  })),
  rest: {
    path: '/v1/projects/:projectId/deployments',
    tag,
  },
  needs: 'project.read',
  acceptsTokens: true,
  list: listDeployments,
});

actOnOne('cancelDeployment', {
  type: DeploymentType,
  of: 'deployment',
  description:
    'Cancels a queued or running deployment. Snapshots that it ordered are completed. CONFLICT for a finished one.',
  rest: { path: '/v1/deployments/:id/cancel', envelope: 'data', errorStatuses: [400], tag },
  needs: 'deployment.create',
  acceptsTokens: true,
  resolve: cancelDeployment,
});

actOnOne('recaptureDeployment', {
  type: DeploymentType,
  of: 'deployment',
  description:
    'Captures the failed pages of an ended deployment again; the others keep their results and reviews. CONFLICT for ' +
    'one that has not ended, that a newer one of its environment replaced, or without failed captures.',
  rest: { path: '/v1/deployments/:id/recapture', envelope: 'data', errorStatuses: [400], tag },
  needs: 'deployment.create',
  acceptsTokens: true,
  resolve: recaptureDeployment,
});

const DeploymentChangeEvent = builder.objectRef<DeploymentUpdate>('DeploymentUpdate').implement({
  description: 'A change of a deployment: its status, or a finished capture. Delivered at least once while connected.',
  fields: (t) => ({
    deploymentId: t.exposeID('deploymentId', { description: 'UUID of the deployment.' }),
    deployment: t.expose('deployment', {
      type: DeploymentSummary,
      nullable: true,
      description: 'Current deployment; null if it was deleted with its environment.',
    }),
  }),
});

addSubscription('deploymentChanged', {
  type: DeploymentChangeEvent,
  description:
    'Changes of the deployments of a project or an organization. The subscription ends when the access token expires.',
  args: liveArgs,
  needs: 'project.read',
  acceptsTokens: true,
  subscribe: deploymentChanges,
});
