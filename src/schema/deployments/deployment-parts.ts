import { DeploymentCaptureState, type DeploymentReview } from '../../generated/prisma/client.ts';
import type { DeploymentCounts } from '../../resolvers/addons/deployments/deployment-counts.ts';
import type { CaptureRow, ChangeRow } from '../../resolvers/addons/deployments/deployment-parts.ts';
import { audienceOf, urlFor } from '../../resolvers/core/annotations/visibility.ts';
import { pinnedSnapshot } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { builder } from '../builder.ts';
import { ElementBox } from '../element-box.ts';
import { NodeInterface } from '../node.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { VIA } from '../via.ts';
import { ViewportType } from '../viewport.ts';
import { isHidden } from './is-hidden.ts';
import { ReviewDecisionEnum } from './shared-types.ts';

const CaptureStateEnum = builder.enumType('DeploymentCaptureState', {
  description: 'State of a page in one viewport within a deployment.',
  values: {
    [DeploymentCaptureState.queued]: { description: 'The snapshot is not ordered yet.' },
    [DeploymentCaptureState.capturing]: { description: 'The snapshot is ordered, or being compared.' },
    [DeploymentCaptureState.baseline]: { description: 'The page had no baseline; the snapshot became it.' },
    [DeploymentCaptureState.unchanged]: { description: 'The picture equals the baseline.' },
    [DeploymentCaptureState.changed]: { description: 'The picture differs from the baseline.' },
    [DeploymentCaptureState.failed]: { description: 'The page could not be compared; `error` has the reason.' },
    [DeploymentCaptureState.skipped]: { description: 'The deployment was cancelled or superseded before.' },
  } as const,
});

export const DeploymentCountsType = builder.objectRef<DeploymentCounts>('DeploymentCounts').implement({
  description:
    'Numbers of a deployment. An annotation counts once, with its most serious verdict; for guests, if it is public.',
  fields: (t) => ({
    captures: t.exposeInt('captures', { description: 'Pages × viewports.' }),
    finishedCaptures: t.exposeInt('finishedCaptures', {
      description: 'Captures that are compared, failed or skipped.',
    }),
    failedCaptures: t.exposeInt('failedCaptures', { description: 'Captures that could not be compared.' }),
    newBaselines: t.exposeInt('newBaselines', { description: 'Captures that became the baseline of their page.' }),
    unchangedCaptures: t.exposeInt('unchangedCaptures', { description: 'Captures that equal their baseline.' }),
    changedCaptures: t.exposeInt('changedCaptures', { description: 'Captures that differ from their baseline.' }),
    changed: t.exposeInt('changed', { description: 'Annotations whose element changed.' }),
    unchanged: t.exposeInt('unchanged', {
      description: 'Annotations whose element looks as before, without those whose reported look is there again.',
    }),
    gone: t.exposeInt('gone', { description: 'Annotations whose element is not on the page any more.' }),
    regressed: t.exposeInt('regressed', { description: 'Annotations whose reported look is back.' }),
    unknown: t.exposeInt('unknown', { description: 'Annotations whose verdict is unknown.' }),
    doesIt: t.exposeInt('doesIt', {
      description:
        'Annotations for which the deployment does what they say, in every capture in which their element was reported.',
    }),
    changedOtherwise: t.exposeInt('changedOtherwise', {
      description: 'Annotations whose element changed or went otherwise: whether that answers them, a person must say.',
    }),
    wentBack: t.exposeInt('wentBack', { description: 'Annotations whose reported look is there again.' }),
    changes: t.exposeInt('changes', { description: 'Changed elements.' }),
    explained: t.exposeInt('explained', { description: 'Changed elements at which an annotation is.' }),
    unexplained: t.exposeInt('unexplained', { description: 'Changed elements that no annotation names.' }),
    approved: t.exposeInt('approved', { description: 'Changed elements that are approved.' }),
    rejected: t.exposeInt('rejected', { description: 'Changed elements that are rejected.' }),
    unreviewed: t.exposeInt('unreviewed', { description: 'Changed elements without a review.' }),
  }),
});

export const DeploymentCaptureType = builder.objectRef<CaptureRow>('DeploymentCapture').implement({
  interfaces: [NodeInterface],
  description: 'A page in one viewport, captured by a deployment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    url: t.string({
      description: 'URL of the page; for guests without secrets, as in public responses.',
      resolve: ({ url }, _args, ctx) => urlFor(audienceOf(ctx), url),
    }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (capture) => capture }),
    state: t.expose('state', { type: CaptureStateEnum, description: 'State.' }),
    error: t.exposeString('error', { nullable: true, description: 'Reason for the state failed, otherwise null.' }),
    snapshotId: t.exposeID('snapshotId', {
      nullable: true,
      description: 'UUID of the snapshot; null until it is ordered, and once it is deleted.',
    }),
    baselineId: t.exposeID('baselineId', {
      nullable: true,
      description: 'UUID of the snapshot that it was compared with; null without one, and once it is deleted.',
    }),
    comparisonId: t.exposeID('comparisonId', {
      nullable: true,
      description: 'UUID of the comparison; null for equal pictures, and once a snapshot is deleted.',
    }),
    changeCount: t.exposeInt('changeCount', {
      description: 'Number of changed elements. At most the first 200 are listed.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'Time of the result.' }),
    snapshot: t.field({
      type: SnapshotType,
      nullable: true,
      description: 'The snapshot; null like snapshotId.',
      resolve: ({ snapshotId }, _args, ctx) => (snapshotId ? pinnedSnapshot(ctx, snapshotId) : null),
      extensions: GRAPHQL_ONLY,
    }),
    baseline: t.field({
      type: SnapshotType,
      nullable: true,
      description: 'The snapshot that it was compared with; null like baselineId.',
      resolve: ({ baselineId }, _args, ctx) => (baselineId ? pinnedSnapshot(ctx, baselineId) : null),
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

const ChangeSinceType = builder.objectRef<NonNullable<ChangeRow['since']>>('ChangeSince').implement({
  description: 'The deployment that first found a change that is not reviewed yet.',
  fields: (t) => ({
    deploymentId: t.exposeID('deploymentId', { description: 'UUID of the deployment.' }),
    commit: t.exposeString('commit', { description: 'Its commit or release.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Its creation time.',
      resolve: ({ createdAt }) => new Date(createdAt),
    }),
  }),
});

export const DeploymentChangeType = builder.objectRef<ChangeRow>('DeploymentChange').implement({
  description: 'An element of a page that differs from the baseline, or a region without one.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    captureId: t.exposeID('captureId', { description: 'UUID of the capture of the deployment.' }),
    selector: t.exposeString('selector', {
      nullable: true,
      description: 'CSS selector of the element; null for a region without one.',
    }),
    tag: t.exposeString('tag', { nullable: true, description: 'Tag name, in lowercase; null like selector.' }),
    kinds: t.exposeStringList('kinds', {
      description:
        'Kinds of changes, as of elements in comparisons, with silent if computed styles differ and pixels do not show ' +
        'it; of a region without an element: changed, inserted or removed.',
    }),
    region: t.field({
      type: ElementBox,
      description: 'The region of the comparison that shows it, pixels.',
      resolve: ({ region }) => region as never,
    }),
    before: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'State in the baseline: text, box and the styles that differ. Null for an added element, and for guests if a ' +
        'snapshot used capture credentials whose pages are not shared.',
      resolve: (change, _args, ctx) => (isHidden(change, ctx) ? null : change.before) as never,
    }),
    after: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'The same in the snapshot; null for a removed element, and for guests like before.',
      resolve: (change, _args, ctx) => (isHidden(change, ctx) ? null : change.after) as never,
    }),
    likeness: t.exposeString('likeness', {
      description:
        'Equal for changes of one cause, also on other pages, which can be reviewed together: the same new text, the ' +
        'same new colors or fonts on any element, or a new place among the same siblings.',
    }),
    annotationIds: t.exposeStringList('annotationIds', {
      description:
        'UUIDs of the annotations at the element that the reader may read; empty without any. Whether it answers them, the verdicts say.',
    }),
    guardedIds: t.exposeStringList('guardedIds', {
      description: 'UUIDs of the resolved annotations whose guards watch the element.',
    }),
    since: t.expose('since', {
      type: ChangeSinceType,
      nullable: true,
      description: 'The earlier deployment that found it first; null if this one did, and once it is approved.',
    }),
    decision: t.expose('decision', {
      type: ReviewDecisionEnum,
      nullable: true,
      description: 'Decision of its review; null without one.',
    }),
    reviewId: t.exposeID('reviewId', { nullable: true, description: 'UUID of its review; null without one.' }),
  }),
});

export const DeploymentReviewType = builder.objectRef<DeploymentReview>('DeploymentReview').implement({
  description: 'An approval or rejection of changes of a deployment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    deploymentId: t.exposeID('deploymentId', { description: 'UUID of the deployment.' }),
    decision: t.expose('decision', { type: ReviewDecisionEnum, description: 'The decision.' }),
    authorId: t.exposeID('authorId', {
      nullable: true,
      description: 'UUID of the author; null for a deleted account.',
    }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the review.' }),
    changeCount: t.exposeInt('changeCount', { description: 'Number of changed elements that it decided.' }),
    baselineCount: t.exposeInt('baselineCount', {
      description: 'Number of captures whose pictures it made the baselines of their pages.',
    }),
    resolvedAnnotationIds: t.exposeStringList('resolvedIds', {
      description: 'UUIDs of the annotations that it resolved; some may be deleted. Guests get those of public ones.',
    }),
    undoneById: t.exposeID('undoneById', { nullable: true, description: 'UUID of the user who undid it.' }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true, description: 'Time when it was undone.' }),
  }),
});
