import type { Baseline } from '../../generated/prisma/client.ts';
import { acceptBaseline } from '../../resolvers/addons/deployments/baselines/accept-baseline.ts';
import { listBaselines } from '../../resolvers/addons/deployments/baselines/list-baselines.ts';
import { movePageBaselines } from '../../resolvers/addons/deployments/baselines/move-page.ts';
import { pinnedSnapshot } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { ViewportType } from '../viewport.ts';

const BaselineType = builder.objectRef<Baseline>('Baseline').implement({
  description: 'The accepted snapshot of a page in one environment and viewport.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    environmentId: t.exposeID('environmentId', { description: 'UUID of the environment.' }),
    url: t.exposeString('urlKey', { description: 'URL of the page.' }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (baseline) => baseline }),
    snapshotId: t.exposeID('snapshotId', { description: 'UUID of the snapshot.' }),
    acceptedById: t.exposeID('acceptedById', {
      nullable: true,
      description: 'UUID of the user who accepted it; null if it became the baseline without a review.',
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      description: 'Time from which this look of the page is the baseline.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first baseline of the page.' }),
    snapshot: t.field({
      type: SnapshotType,
      nullable: true,
      description: 'The snapshot; null if it was deleted meanwhile.',
      resolve: ({ snapshotId }, _args, ctx) => pinnedSnapshot(ctx, snapshotId),
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

const BaselineMoveType = builder.objectRef<{ moved: number }>('BaselineMove').implement({
  description: 'Result of moving the baselines of a page.',
  fields: (t) => ({
    moved: t.exposeInt('moved', { description: 'Number of moved baselines, one for each viewport.' }),
  }),
});

const tag = 'Deployments';

listOf('baselines', {
  type: BaselineType,
  connection: connectionTypes('Baseline', 'baselines', 'A baseline'),
  description: 'Baselines of an environment, newest first.',
  args: builder.args((t) => ({ environmentId: t.id(parentId('environment')) })),
  rest: { path: '/v1/environments/:environmentId/baselines', tag },
  needs: 'snapshot.read',
  acceptsTokens: true,
  list: (ctx, { environmentId }, page) => listBaselines(ctx, environmentId, page),
});

addMutation('acceptBaseline', {
  type: BaselineType,
  description:
    'Makes a completed snapshot the baseline of its page in its viewport, without a review. CONFLICT for one that ' +
    'deployments cannot be compared with: an error page, a redirect, an incomplete page, other options, no environment.',
  args: builder.args((t) => ({ snapshotId: t.id(resourceId('snapshot')) })),
  rest: {
    method: 'POST',
    path: '/v1/snapshots/:snapshotId/accept',
    envelope: 'data',
    errorStatuses: [400],
    tag,
  },
  needs: 'baseline.accept',
  acceptsTokens: true,
  resolve: (ctx, { snapshotId }) => acceptBaseline(ctx, snapshotId),
});

addMutation('moveBaselines', {
  type: BaselineMoveType,
  description:
    'Moves the baselines of a page to its new address, so that the next deployment compares the new address with the ' +
    'old page. Baselines that the new address has in the same viewports are replaced.',
  args: builder.args((t) => ({
    environmentId: t.id(parentId('environment')),
    from: t.string({
      required: true,
      description: 'Page with baselines: a path relative to the environment, or its address.',
    }),
    to: t.string({ required: true, description: 'Its new address, like from.' }),
  })),
  rest: { method: 'POST', path: '/v1/environments/:environmentId/baselines/move', envelope: 'data', tag },
  needs: 'baseline.accept',
  acceptsTokens: true,
  resolve: movePageBaselines,
});
