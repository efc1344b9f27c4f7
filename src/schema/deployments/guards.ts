import { type AnnotationFix, FixState, GuardState } from '../../generated/prisma/client.ts';
import { proofOf } from '../../resolvers/addons/deployments/deployment-parts.ts';
import { fixesOf, MAX_FIXES } from '../../resolvers/addons/deployments/guards/list-fixes.ts';
import {
  type GuardRow,
  guardsOf,
  listGuards,
  retireGuard,
} from '../../resolvers/addons/deployments/guards/manage-guards.ts';
import { annotationById, scopeOfProject } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf, relatedListOf } from '../related.ts';
import { ViewportType } from '../viewport.ts';
import { GUARDS_FOR } from './agent-tools.ts';
import { DeploymentVerdictType } from './verdict-type.ts';

const GuardStateEnum = builder.enumType('GuardState', {
  description: 'State of a guard.',
  values: {
    [GuardState.active]: { description: 'Each deployment compares the element with the accepted look.' },
    [GuardState.returned]: { description: 'The reported look came back, which reopened the annotation.' },
    [GuardState.retired]: { description: 'Somebody ended it.' },
  } as const,
});

const FixStateEnum = builder.enumType('FixState', {
  description: "State of an annotation's element in one environment and viewport.",
  values: {
    [FixState.as_reported]: { description: 'It looks as it did when it was captured first, or does so again.' },
    [FixState.changed]: { description: 'It changed, and nobody has accepted the change.' },
    [FixState.accepted]: { description: 'It has the accepted look.' },
    [FixState.gone]: { description: 'It is not on the page any more, and nobody has accepted that.' },
    [FixState.unknown]: { description: 'No deployment could tell.' },
  } as const,
});

const GuardType = builder.objectRef<GuardRow>('Guard').implement({
  description:
    "The accepted look of a resolved annotation's element in one environment and viewport. A deployment with the " +
    'reported look reopens the annotation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    environmentId: t.exposeID('environmentId', { description: 'UUID of the environment.' }),
    url: t.exposeString('urlKey', { description: 'URL of the page.' }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (guard) => guard }),
    state: t.expose('state', { type: GuardStateEnum, description: 'State.' }),
    isPaused: t.exposeBoolean('isPaused', {
      description: 'Whether the annotation is not resolved now, so that no deployment compares its guard.',
    }),
    annotation: t.field({
      type: AnnotationType,
      nullable: true,
      description: 'The annotation; null if it was deleted meanwhile.',
      resolve: ({ annotationId }, _args, ctx) => annotationById(ctx, annotationId) as never,
      extensions: GRAPHQL_ONLY,
    }),
    reported: t.field({
      type: 'JSONObject',
      description: 'Reported look: state, confidence and box of the pin, text and styles.',
      resolve: ({ reported }) => reported as never,
    }),
    accepted: t.field({
      type: 'JSONObject',
      description: 'Accepted look, like reported. The state is orphaned if the removal of the element was accepted.',
      resolve: ({ accepted }) => accepted as never,
    }),
    reportedUrl: t.string({
      nullable: true,
      description: 'URL of a crop of the reported look (WebP), valid for 24 hours. Null until it is stored.',
      resolve: ({ reportedKey }, _args, ctx) => objectUrl(reportedKey, ctx),
    }),
    acceptedUrl: t.string({
      nullable: true,
      description: 'URL of a crop of the accepted look, like reportedUrl; null for a removed element.',
      resolve: ({ acceptedKey }, _args, ctx) => objectUrl(acceptedKey, ctx),
    }),
    deploymentId: t.exposeID('deploymentId', {
      nullable: true,
      description: 'UUID of the deployment that showed the accepted look, which may be deleted; null for a check.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the start.' }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'Time of the last deployment that could compare the element.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'Time of the end.' }),
    endedById: t.exposeID('endedById', {
      nullable: true,
      description: 'UUID of the user who retired it; null for the others and for a deleted account.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason of its retirement.' }),
  }),
});

const AnnotationFixType = builder.objectRef<AnnotationFix>('AnnotationFix').implement({
  description:
    "State of an annotation's element in one environment and viewport, as the last deployment that could tell found it.",
  fields: (t) => ({
    environmentId: t.exposeID('environmentId', { description: 'UUID of the environment.' }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (fix) => fix }),
    state: t.expose('state', { type: FixStateEnum, description: 'The state.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Time from which the state is known.' }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'Time of the last deployment that could tell.',
    }),
    deploymentId: t.exposeID('deploymentId', {
      nullable: true,
      description: 'UUID of the deployment that found the state first, which may be deleted; null for a check.',
    }),
  }),
});

const GUARDS = connectionOf(GuardType, 'Guard', 'guards', 'A guard');
const tag = 'Deployments';

listOf('guards', {
  type: GuardType,
  connection: GUARDS,
  description: 'Guards of a project, newest first.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    environmentId: t.id({ description: 'Only those of this environment: its UUID.' }),
    state: t.field({ type: GuardStateEnum, description: 'Only those in this state.' }),
    url: t.string({
      description: 'Only those of the page with this URL; URLs are compared as in the list of annotations.',
    }),
    elementSelector: t.string({
      description: 'Only those whose element has this CSS selector in the fingerprint of the annotation.',
    }),
    sourceFile: t.string({
      description:
        'Only those whose element may be in this file of the code. Elements of another file are left out if the page named ' +
        'it in `diagnostics` of the annotation.',
    }),
    elementIds: t.stringList({
      description: 'Ids that the build plugin gives the elements of the file, at most 500; only with `sourceFile`.',
      extensions: maxItems(LIMITS.guardElementIds),
    }),
  })),
  rest: { path: '/v1/projects/:projectId/guards', tag },
  mcp: [GUARDS_FOR],
  needs: 'snapshot.read',
  needsAlso: { right: 'diagnostics.read', where: 'with `sourceFile`' },
  acceptsTokens: true,
  list: listGuards,
});

addMutation('retireGuard', {
  type: GuardType,
  description:
    'Ends a guard, with a reason. No guard starts by itself in its environment and viewport again, until a change of the ' +
    'element is approved. CONFLICT for a guard that has ended.',
  args: builder.args((t) => ({
    id: t.id(resourceId('guard')),
    reason: t.string({ required: true, description: 'Reason, for people: 1–255 characters.' }),
  })),
  rest: { method: 'POST', path: '/v1/guards/:id/retire', envelope: 'data', errorStatuses: [400], tag },
  needs: 'guard.retire',
  acceptsTokens: true,
  resolve: retireGuard,
});

relatedListOf(AnnotationType, 'guards', {
  type: GuardType,
  connection: GUARDS,
  description: 'Guards of the annotation, newest first: one for each environment and viewport.',
  needs: 'snapshot.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id }, { page }) => guardsOf(ctx, id, page),
});

builder.objectField(AnnotationType, 'fixes', (t) =>
  t.field({
    type: [AnnotationFixType],
    description:
      `State of the element by environment and viewport, as deployments found it, at most the ${MAX_FIXES} last checked; ` +
      'empty before the first deployment.',
    resolve: ({ id }, _args, ctx) => fixesOf(ctx, id),
    extensions: { ...maxItems(MAX_FIXES), ...GRAPHQL_ONLY },
  }),
);

builder.objectField(AnnotationType, 'proof', (t) =>
  t.field({
    type: DeploymentVerdictType,
    nullable: true,
    description:
      'The newest verdict that an approval or `verdictId` resolved the annotation with, with crops of the element before and ' +
      'after; null without one.',
    resolve: ({ id }, _args, ctx) => proofOf(ctx, id),
    extensions: GRAPHQL_ONLY,
  }),
);
