import { resolveWithProof } from '../../resolvers/addons/deployments/proofs/resolve-with-proof.ts';
import { assignAnnotation } from '../../resolvers/core/annotations/assign-annotation.ts';
import { claimAnnotation, releaseAnnotation } from '../../resolvers/core/annotations/claims.ts';
import { createAnnotation } from '../../resolvers/core/annotations/create-annotation.ts';
import { deleteAnnotation } from '../../resolvers/core/annotations/delete-annotation.ts';
import { rebindAnnotation } from '../../resolvers/core/annotations/rebind-annotation.ts';
import { getAnnotation, getAnnotationByNumber } from '../../resolvers/core/annotations/require-annotation.ts';
import { setAnnotationStatus } from '../../resolvers/core/annotations/set-annotation-status.ts';
import { setAnnotationVisibility } from '../../resolvers/core/annotations/set-annotation-visibility.ts';
import { pageScope } from '../../resolvers/core/work-list/page-scope.ts';
import { updateAnnotation } from '../../resolvers/core/work-list/update-annotation.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { ANNOTATIONS, resolveWorkList, workListArgs } from '../work-list/annotation-list.ts';
import { PriorityEnum } from '../work-list/triage-types.ts';
import { FIND_WORK, GET_COMMENT, GIVE_UP, LIST_ORPHANS, REBIND, RESOLVE, SEE, START_WORK } from './agent-tools.ts';
import { annotationArgs, annotationFilterArgs, changedMentionsArg, mentionsArg } from './annotation-args.ts';
import { AnnotationSourceEnum, AnnotationStatusEnum, VisibilityEnum } from './annotation-shared-types.ts';
import { AnnotationType } from './annotation-type.ts';

const tag = 'Annotations';

addMutation('createAnnotation', {
  type: AnnotationType,
  description: 'Creates an annotation on a page. Emits comment.created.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    ...annotationArgs,
    source: t.field({
      type: AnnotationSourceEnum,
      description: 'api (default) or overlay, which captures the page as for visitors. import is not allowed.',
    }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'public (default) or internal. Guests create public annotations only.',
    }),
    mentions: t.idList(mentionsArg),
    snapshotId: t.id({
      description:
        'UUID of a completed snapshot of the page. The position is then a point of its image in CSS pixels; the ' +
        'element there becomes the anchor, and `metadata` describes it.',
    }),
  })),
  rest: { method: 'POST', path: '/annotations', status: 201, tag },
  needs: 'annotation.create',
  needsAlso: { right: 'snapshot.read', where: 'with `snapshotId`' },
  acceptsTokens: true,
  resolve: createAnnotation,
});

builder.queryField('annotations', (t) =>
  t.connection(
    {
      type: AnnotationType,
      nullable: true,
      description: 'Annotations of a project. Guests get public annotations only.',
      args: {
        projectId: t.arg.id(parentId('project')),
        ...annotationFilterArgs,
        ...workListArgs,
      },
      extensions: operation({
        rest: { method: 'GET', path: '/annotations/project/:projectId', envelope: 'list', tag },
        mcp: [FIND_WORK, LIST_ORPHANS],
        needs: 'annotation.read',
        acceptsTokens: true,
        acceptsPanel: true,
      }),
      resolve: async (_root, { projectId, ...args }, ctx, info) =>
        resolveWorkList(ctx, await pageScope(ctx, { projectId, ...args }), args, info),
    },
    ...ANNOTATIONS,
  ),
);

readOne('annotation', {
  type: AnnotationType,
  of: 'annotation',
  description: 'One annotation.',
  rest: { path: '/annotations/:id', tag },
  mcp: [GET_COMMENT, SEE],
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: getAnnotation,
});

addQuery('annotationByNumber', {
  type: AnnotationType,
  description: 'The annotation with this number in the project.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    number: t.int({ required: true, description: 'Number within the project.' }),
  })),
  rest: { method: 'GET', path: '/annotations/project/:projectId/number/:number', tag },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: getAnnotationByNumber,
});

addMutation('setAnnotationStatus', {
  type: AnnotationType,
  description:
    'Sets the status. A change to resolved emits comment.resolved. With `verdictId`, the verdict becomes the proof: the ' +
    'annotation shows it, its look is guarded, and the reporter is mailed both pictures. CONFLICT for a verdict that a ' +
    'newer one of the same page and viewport, a review or the reporter contradicts.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    status: t.field({ type: AnnotationStatusEnum, required: true, description: 'The new status.' }),
    verdictId: t.id({
      description:
        'UUID of a verdict on the annotation, changed or gone, that proves the resolution. Only with the status resolved.',
    }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/status', tag },
  mcp: [RESOLVE],
  needs: 'annotation.change',
  needsAlso: { right: 'snapshot.read', where: 'with `verdictId`' },
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { verdictId, ...args }) =>
    verdictId == null ? setAnnotationStatus(ctx, args.id, args.status) : resolveWithProof(ctx, { ...args, verdictId }),
});

addMutation('setAnnotationVisibility', {
  type: AnnotationType,
  description:
    'Makes an annotation public or internal. For guests and visitors a change to internal is a deletion, and a change ' +
    'to public a creation, which emits comment.created. Replies keep their visibility: those written while the ' +
    'annotation was internal stay internal.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    visibility: t.field({ type: VisibilityEnum, required: true, description: 'The new visibility.' }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/visibility', tag },
  needs: 'annotation.publish',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, args) => setAnnotationVisibility(ctx, args.id, args.visibility),
});

addMutation('assignAnnotation', {
  type: AnnotationType,
  description: 'Assigns an annotation to a member of the organization.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    assigneeId: t.id({ description: 'User ID of the member or service account; null removes the assignment.' }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/assign', requiredNullable: ['assigneeId'], tag },
  needs: 'annotation.change',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, args) => assignAnnotation(ctx, args.id, args.assigneeId),
});

addMutation('claimAnnotation', {
  type: AnnotationType,
  description:
    'Claims an annotation for two hours, or renews the claim: others see who works on it, and nothing is locked. CONFLICT ' +
    'while somebody else claims it, and for a resolved annotation.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    takeOver: t.boolean({ description: 'Whether to replace the claim of somebody else. Default: false.' }),
  })),
  rest: { method: 'POST', path: '/annotations/:id/claim', errorStatuses: [400], tag },
  mcp: [START_WORK],
  needs: 'annotation.change',
  acceptsTokens: true,
  resolve: claimAnnotation,
});

addMutation('releaseAnnotation', {
  type: AnnotationType,
  description:
    'Releases the claim of an annotation, and replies internally with the reason, if there is one. A member releases ' +
    'any claim, an access token its own. A resolution releases it, too.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    content: t.string({ description: 'Reason: text of an internal reply, 1–10 000 characters. Default: no reply.' }),
  })),
  rest: { method: 'POST', path: '/annotations/:id/release', tag },
  mcp: [GIVE_UP],
  needs: 'annotation.change',
  needsAlso: { right: 'comment.create', where: 'with `content`' },
  acceptsTokens: true,
  resolve: releaseAnnotation,
});

addMutation('rebindAnnotation', {
  type: AnnotationType,
  description:
    'Attaches the pin to another element: one of its candidates, or one with a fingerprint. The previous fingerprint ' +
    'remains in the history. CONFLICT for a candidate that it does not have now.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    domFingerprint: t.field({
      type: 'JSONObject',
      description: 'selector, xpath, text: strings, at least one of them. Required without `candidateId`.',
    }),
    candidateId: t.string({ description: 'Id of one of the `candidates` of the anchor, instead of a fingerprint.' }),
  })),
  rest: { method: 'POST', path: '/annotations/:id/rebind', errorStatuses: [400], tag },
  mcp: [REBIND],
  needs: 'annotation.change',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { id, ...args }) => rebindAnnotation(ctx, id, args),
});

addMutation('updateAnnotation', {
  type: AnnotationType,
  description:
    'Changes the given fields: the text, whom it mentions, and the triage, in one transaction. The previous values remain ' +
    'in the history.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    content: t.string({ description: 'Text of the feedback, 1–10 000 characters.' }),
    mentions: t.idList(changedMentionsArg),
    priority: t.field({ type: PriorityEnum, description: 'Urgency.' }),
    labelIds: t.idList({
      description: `UUIDs of all labels that it has afterwards, at most ${LIMITS.annotationLabels} of the project.`,
    }),
    dueOn: t.field({ type: 'Date', description: 'Day on which it is due; null for none.' }),
    assigneeId: t.id({
      description: 'User ID of a member who has the project, or of a service account; null unassigns.',
    }),
  })),
  rest: { method: 'PATCH', path: '/annotations/:id', clearable: ['dueOn', 'assigneeId'], tag },
  needs: 'annotation.change',
  acceptsTokens: true,
  resolve: (ctx, { id, ...args }) => updateAnnotation(ctx, id, args),
});

removeOne('deleteAnnotation', {
  of: 'annotation',
  description: 'Deletes an annotation. Its data is removed after 30 days.',
  rest: { path: '/annotations/:id', tag },
  needs: 'annotation.delete',
  acceptsTokens: true,
  resolve: deleteAnnotation,
});
