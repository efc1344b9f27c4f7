import { type Deployment, DeploymentStatus } from '../../generated/prisma/client.ts';
import { countsOf } from '../../resolvers/addons/deployments/deployment-counts.ts';
import {
  type CaptureRow,
  changesOf,
  failedCapturesOf,
  verdictsOf,
} from '../../resolvers/addons/deployments/deployment-parts.ts';
import { isReviewable, replacementOf } from '../../resolvers/addons/deployments/reviews/lock-reviewable.ts';
import { audienceOf } from '../../resolvers/core/annotations/visibility.ts';
import { builder, type Types } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { NodeInterface } from '../node.ts';
import { connectionOf } from '../related.ts';
import { VIA } from '../via.ts';
import { ViewportType } from '../viewport.ts';
import { DeploymentChangeType, DeploymentCountsType } from './deployment-parts.ts';
import { DeploymentVerdictType } from './verdict-type.ts';

const DeploymentStatusEnum = builder.enumType('DeploymentStatus', {
  description: 'Status of a deployment.',
  values: {
    [DeploymentStatus.queued]: { description: 'No page is captured yet.' },
    [DeploymentStatus.running]: { description: 'Pages are captured and compared.' },
    [DeploymentStatus.needs_review]: { description: 'Changes wait for a review.' },
    [DeploymentStatus.passed]: { description: 'No page changed, or all changes are approved.' },
    [DeploymentStatus.failed]: { description: 'Pages could not be compared, or a change is rejected.' },
    [DeploymentStatus.cancelled]: { description: 'Somebody cancelled it, or deleted its project.' },
    [DeploymentStatus.superseded]: { description: 'A newer deployment of the environment replaced it.' },
  } as const,
});

/** Listed verdicts and changes of a deployment; its captures have all. */
const MAX_LISTED = 500;
const MAX_FAILED = 100;

/** Omits snapshots: a deployment may have hundreds of them. */
const FailedCaptureType = builder.objectRef<CaptureRow>('FailedCapture').implement({
  description: 'A page in one viewport that a deployment could not compare.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the capture.' }),
    url: t.exposeString('url', { description: 'URL of the page.' }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (capture) => capture }),
    error: t.exposeString('error', { nullable: true, description: 'Reason.' }),
  }),
});

type DeploymentFields = Pick<
  PothosSchemaTypes.ObjectFieldBuilder<Types, Deployment>,
  'expose' | 'exposeID' | 'exposeString' | 'field'
>;

/** Fields of a deployment, listed or alone. */
const deploymentFields = (t: DeploymentFields) => ({
  id: t.exposeID('id', { description: 'UUID.' }),
  projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
  environmentId: t.exposeID('environmentId', { description: 'UUID of the environment.' }),
  commit: t.exposeString('commit', { description: 'Commit or release, as it was sent.' }),
  branch: t.exposeString('branch', { nullable: true, description: 'Branch, as it was sent.' }),
  url: t.exposeString('url', {
    nullable: true,
    description: 'URL of the release or of the pipeline run, for people.',
  }),
  status: t.expose('status', { type: DeploymentStatusEnum, description: 'Status.' }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Number of failed captures, for the status failed; null if none did.',
  }),
  supersededById: t.exposeID('supersededById', {
    nullable: true,
    description: 'UUID of the deployment that replaced it; null unless superseded.',
  }),
  authorId: t.exposeID('authorId', { nullable: true, description: 'UUID of the user or the service account.' }),
  via: t.exposeID('via', { nullable: true, description: VIA }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'Time of the first capture.' }),
  finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'Time of the end.' }),
  counts: t.field({
    type: DeploymentCountsType,
    description: 'Numbers of the report.',
    resolve: ({ id }, _args, ctx) => countsOf(ctx, id),
  }),
});

/** Readable by the members of the project's organization. */
export const DeploymentType = builder.objectRef<Deployment>('Deployment').implement({
  interfaces: [NodeInterface],
  description: 'A commit or release that reached an environment: its captured pages, changes and verdicts.',
  fields: (t) => ({
    ...deploymentFields(t),
    isReviewable: t.boolean({
      description: 'Whether its changes can be reviewed: it has ended, and no newer one of its environment has.',
      resolve: (deployment, _args, ctx) => isReviewable(ctx, deployment),
    }),
    replacedById: t.id({
      nullable: true,
      description: 'UUID of the newest ended deployment of the environment; null if it is this one.',
      resolve: async ({ id }, _args, ctx) => (await replacementOf(ctx, id))?.id ?? null,
    }),
    reportUrl: t.string({
      description: 'URL of the report in the dashboard, for people.',
      resolve: ({ id, projectId }, _args, { services: { config } }) =>
        `${config.http.baseUrl}/app/projects/${projectId}/deployments/${id}`,
    }),
    failedCaptures: t.field({
      type: [FailedCaptureType],
      description: `Captures that could not be compared, with their reasons, at most ${MAX_FAILED}.`,
      resolve: async ({ id }, _args, ctx) => (await failedCapturesOf(ctx, id, { limit: MAX_FAILED })).rows,
      extensions: maxItems(MAX_FAILED),
    }),
    verdicts: t.field({
      type: [DeploymentVerdictType],
      description: `Verdicts on annotations, at most ${MAX_LISTED}. Guests get those on public annotations.`,
      resolve: async ({ id }, _args, ctx) =>
        (await verdictsOf(ctx, { of: 'deployment', id, audience: audienceOf(ctx) }, { limit: MAX_LISTED })).rows,
      extensions: maxItems(MAX_LISTED),
    }),
    changes: t.field({
      type: [DeploymentChangeType],
      description: `Changed elements, at most ${MAX_LISTED}.`,
      resolve: async ({ id }, _args, ctx) =>
        (await changesOf(ctx, { of: 'deployment', id }, { limit: MAX_LISTED })).rows,
      extensions: maxItems(MAX_LISTED),
    }),
  }),
});

/** Without verdicts and changes: a page of deployments may have thousands. */
export const DeploymentSummary = builder.objectRef<Deployment>('DeploymentSummary').implement({
  description: 'A deployment in a list. Read the deployment itself for its verdicts and changes.',
  fields: (t) => deploymentFields(t),
});

export const DEPLOYMENTS = connectionOf(DeploymentSummary, 'DeploymentSummary', 'deployments', 'A deployment');
