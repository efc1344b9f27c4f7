import { createReview } from '../../resolvers/addons/deployments/reviews/create-review.ts';
import { MAX_NAMED } from '../../resolvers/addons/deployments/reviews/review-input.ts';
import { undoReview } from '../../resolvers/addons/deployments/reviews/undo-review.ts';
import { builder } from '../builder.ts';
import { actOnOne, addMutation } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';
import { DeploymentReviewType } from './deployment-parts.ts';
import { ReviewDecisionEnum } from './shared-types.ts';

const tag = 'Deployments';
const needsAlso = { right: 'annotation.change', where: 'where annotations are resolved' } as const;

addMutation('reviewDeployment', {
  type: DeploymentReviewType,
  description:
    'Approves or rejects the changes of a deployment that have no decision yet: the named ones, those of named ' +
    'annotations, or all. A picture whose changes are all approved becomes the baseline of its page. An approval ' +
    'resolves named annotations, and those for which the deployment does what they say (`overallEffect` does_it); others ' +
    'stay open for a person. CONFLICT if each has a decision already, and for a deployment that has not ended, was ' +
    'cancelled, or that a newer one of its environment replaced.',
  args: builder.args((t) => ({
    id: t.id(resourceId('deployment')),
    decision: t.field({ type: ReviewDecisionEnum, required: true, description: 'The decision.' }),
    changeIds: t.idList({
      description: `UUIDs of changes of the deployment, 1–${MAX_NAMED}. They include the verdicts on the annotations at their elements.`,
    }),
    annotationIds: t.idList({
      description: `UUIDs of annotations, 1–${MAX_NAMED}: the verdicts on them that need a review, and the changes at their elements.`,
    }),
    alike: t.boolean({
      description: 'Whether changes with the likeness of one in changeIds are included. Default: false.',
    }),
    explained: t.boolean({
      description:
        'Without changeIds and annotationIds. True: only changes at elements with annotations; an approval that resolves ' +
        'takes only those that do what the annotation says. False: only the other changes, and the returns of reported ' +
        'looks. Default: both.',
    }),
    resolve: t.boolean({
      description: 'Whether an approval resolves annotations. Default: true.',
    }),
  })),
  rest: {
    method: 'POST',
    path: '/v1/deployments/:id/reviews',
    status: 201,
    envelope: 'data',
    tag,
  },
  needs: 'review.write',
  needsAlso,
  acceptsTokens: true,
  resolve: createReview,
});

actOnOne('undoReview', {
  type: DeploymentReviewType,
  of: 'review',
  description:
    'Undoes a review: its changes have no decision again, the baselines are those before it, and annotations that it ' +
    'resolved have their former status, unless it was changed meanwhile. A review that was undone stays as it is. ' +
    'CONFLICT for a deployment that a newer one of its environment replaced.',
  rest: { path: '/v1/reviews/:id/undo', envelope: 'data', errorStatuses: [400], tag },
  needs: 'review.write',
  needsAlso,
  acceptsTokens: true,
  resolve: undoReview,
});
