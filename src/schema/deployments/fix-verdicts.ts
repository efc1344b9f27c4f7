import { type FixVerdict, fixVerdict } from '../../resolvers/addons/deployments/fix-verdict.ts';
import { verifyFix } from '../../resolvers/addons/deployments/verify-fix.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';
import { objectUrl } from '../object-url.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { CHECK_FIX } from './agent-tools.ts';
import { comparedLookFields, cropOf } from './compared-looks.ts';
import { ChangeEffectEnum, EFFECT, VerdictKindEnum } from './shared-types.ts';

const FixVerdictType = builder.objectRef<FixVerdict>('FixVerdict').implement({
  description:
    "State of an annotation's element in a snapshot, compared with its reported look, or with the accepted look if it " +
    'is resolved and guarded.',
  fields: (t) => ({
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    snapshotId: t.exposeID('snapshotId', { description: 'UUID of the snapshot.' }),
    url: t.exposeString('url', { description: 'Address that the snapshot captured, and the verdict is about.' }),
    id: t.exposeID('id', {
      nullable: true,
      description:
        'UUID of the verdict, with which the annotation can be resolved. Null while the snapshot is processing, and for ' +
        'a verdict unknown that may be another one later.',
    }),
    ...comparedLookFields(t),
    verdict: t.expose('verdict', {
      type: VerdictKindEnum,
      nullable: true,
      description: 'The verdict; null while the snapshot is processing.',
    }),
    expectedTexts: t.stringList({
      description: 'Texts, prices and times that the comment asks for literally, also if the element was not found.',
      resolve: ({ literal }) => literal?.expected ?? [],
    }),
    isTextMet: t.boolean({
      nullable: true,
      description:
        'Whether the element shows all of them; null without one, for an element that was not found, and if its text was cut before their end.',
      resolve: ({ literal }) => literal?.isMet ?? null,
    }),
    effect: t.expose('effect', { type: ChangeEffectEnum, nullable: true, description: EFFECT }),
    evidence: t.field({
      type: 'JSONObject',
      description:
        'Changes of the element: text and size (before, after), styles (name, before, after), and pixels (differing, ' +
        'total); null or empty where equal or not compared. If the comment asks for another place in a list, also order: ' +
        'the places (before, after), from 1.',
      resolve: ({ evidence }) => evidence as never,
    }),
    beforeUrl: t.string({
      nullable: true,
      description:
        'URL of a crop that shows the element before, outlined (WebP), valid for 24 hours; null without a pin.',
      resolve: ({ beforePinId, beforeSnapshotId }, _args, ctx) => objectUrl(cropOf(beforePinId, beforeSnapshotId), ctx),
    }),
    afterUrl: t.string({
      nullable: true,
      description: 'URL of a crop that shows the element in the snapshot, like beforeUrl.',
      resolve: ({ afterPinId, snapshotId }, _args, ctx) => objectUrl(cropOf(afterPinId, snapshotId), ctx),
    }),
  }),
});

const tag = 'Snapshots';

addMutation('verifyFix', {
  type: SnapshotType,
  description:
    "Captures an annotation's page at once, with the options of the last snapshot that looked for it, and returns " +
    'immediately. Once the snapshot is completed, its verdict on the annotation can prove a resolution.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    environmentId: t.id({
      description: "UUID of the environment to capture, of the annotation's project. Default: where it was seen last.",
    }),
    url: t.string({
      description:
        'URL to capture instead: http or https, at most 2 048 characters, without credentials. Not with environmentId. ' +
        'On a host of an environment or of the comment, or the same page on one of the previewHosts of the project.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/annotations/:id/verify-fix', status: 202, envelope: 'data', tag },
  mcp: [CHECK_FIX],
  needs: 'snapshot.create',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { id, ...args }) => verifyFix(ctx, id, args),
});

addQuery('fixVerdict', {
  type: FixVerdictType,
  description:
    "State of an annotation's element in a snapshot, compared with its reported look, or with the accepted look if it " +
    'is resolved and guarded. The verdict is stored, and the answer for a snapshot stays the same until the comment is ' +
    'edited.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    snapshotId: t.id({ required: true, description: "UUID of a snapshot of the annotation's project." }),
  })),
  rest: { method: 'GET', path: '/v1/annotations/:id/verdict', envelope: 'data', tag },
  needs: 'snapshot.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: fixVerdict,
});
