import { ReporterAnswer } from '../../generated/prisma/client.ts';
import type { VerdictRow } from '../../resolvers/addons/deployments/deployment-parts.ts';
import { NO_EVIDENCE } from '../../resolvers/addons/deployments/verdicts/evidence.ts';
import { builder } from '../builder.ts';
import { objectUrl } from '../object-url.ts';
import { comparedLookFields, cropOf } from './compared-looks.ts';
import { isHidden } from './is-hidden.ts';
import { ChangeEffectEnum, EFFECT, ReviewDecisionEnum, VerdictKindEnum } from './shared-types.ts';
import { VerdictSuggestionType } from './verdict-suggestion.ts';

const ReporterAnswerEnum = builder.enumType('ReporterAnswer', {
  description: 'Answer of the reporter of an annotation to the proof of its fix.',
  values: {
    [ReporterAnswer.good]: { description: 'The person says that it is done.' },
    [ReporterAnswer.wrong]: { description: 'The person says that it is still wrong, which reopened the annotation.' },
  } as const,
});

export const DeploymentVerdictType = builder.objectRef<VerdictRow>('DeploymentVerdict').implement({
  description: 'Effect of a deployment on an annotation in one viewport, or what a check of a single snapshot found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    deploymentId: t.exposeID('deploymentId', {
      nullable: true,
      description: 'UUID of the deployment; null for a check of the page.',
    }),
    captureId: t.exposeID('captureId', {
      nullable: true,
      description: 'UUID of the capture of the deployment; null for a check.',
    }),
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    annotationNumber: t.exposeInt('annotationNumber', { description: 'Number of the annotation within its project.' }),
    verdict: t.expose('verdict', {
      type: VerdictKindEnum,
      description: 'The effect, compared with the reported look, or with the accepted look of a guarded annotation.',
    }),
    overallEffect: t.expose('overallEffect', {
      type: ChangeEffectEnum,
      nullable: true,
      description:
        'Least favorable effect on the annotation in all captures of the deployment: does_it needs every capture in ' +
        'which its element was seen as reported. Null where nothing changed, or nothing is known.',
    }),
    sinceDeployment: t.expose('sinceDeployment', {
      type: VerdictKindEnum,
      nullable: true,
      description:
        'The effect since the picture before this deployment or check. It decides no verdict. Null if it was not compared.',
    }),
    ...comparedLookFields(t),
    isLiteralMet: t.exposeBoolean('isLiteralMet', {
      nullable: true,
      description: 'Whether the element shows a text that the comment states; null if it states none.',
    }),
    effect: t.expose('effect', { type: ChangeEffectEnum, nullable: true, description: EFFECT }),
    suggestion: t.field({
      type: VerdictSuggestionType,
      nullable: true,
      description:
        'Answer of a model of the operator about the effect changed_otherwise. It decides nothing. Null without a ' +
        'model, and until it answered.',
      resolve: ({ suggestion }) => suggestion,
    }),
    evidence: t.field({
      type: 'JSONObject',
      description:
        'Changes of the element: text, styles, size, place in a list and number of pixels, null or empty where equal. Without them for ' +
        'guests, if a snapshot used capture credentials whose pages are not shared.',
      resolve: (verdict, _args, ctx) => (isHidden(verdict, ctx) ? NO_EVIDENCE : verdict.evidence) as never,
    }),
    otherChangeCount: t.exposeInt('otherChangeCount', {
      description: 'Number of changed elements of the page that the annotation does not explain.',
    }),
    beforeUrl: t.string({
      nullable: true,
      description:
        'URL of a crop that shows the element before, outlined (WebP), valid for 24 hours. Null if it was not found. Of a ' +
        'proof it stays; of other verdicts, until the snapshot is deleted. Null for guests like the evidence.',
      resolve: (verdict, _args, ctx) => {
        const { beforeKey, beforePinId, beforeSnapshotId } = verdict;
        return isHidden(verdict, ctx) ? null : objectUrl(beforeKey ?? cropOf(beforePinId, beforeSnapshotId), ctx);
      },
    }),
    afterUrl: t.string({
      nullable: true,
      description: 'URL of a crop that shows the element in the deployment, like beforeUrl.',
      resolve: (verdict, _args, ctx) => {
        const { afterKey, afterPinId, afterSnapshotId } = verdict;
        return isHidden(verdict, ctx) ? null : objectUrl(afterKey ?? cropOf(afterPinId, afterSnapshotId), ctx);
      },
    }),
    answer: t.expose('answer', {
      type: ReporterAnswerEnum,
      nullable: true,
      description: 'Answer of the visitor who reported the annotation to the mailed proof; null without one.',
    }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the answer.',
    }),
    isDisputed: t.exposeBoolean('isDisputed', {
      description:
        'Whether the fix is in dispute: the reporter answered that it is still wrong, or a later deployment found the ' +
        'reported look again.',
    }),
    decision: t.expose('decision', {
      type: ReviewDecisionEnum,
      nullable: true,
      description: 'Decision of its review; null without one.',
    }),
    reviewId: t.exposeID('reviewId', { nullable: true, description: 'UUID of its review; null without one.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the annotation was resolved with this verdict as the proof; null if it was not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the verdict.' }),
  }),
});
