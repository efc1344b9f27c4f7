import type { Context } from '../../context.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { type Audience, commentCountFor, updatedAtFor } from '../../resolvers/core/annotations/visibility.ts';
import type { Types } from '../builder.ts';
import { AnnotationSourceEnum, AnnotationStatusEnum } from './annotation-shared-types.ts';

type AnnotationFieldBuilder = PothosSchemaTypes.PrismaObjectFieldBuilder<
  Types,
  Types['PrismaTypes']['Annotation'],
  Annotation
>;
/** Methods of the field builder that do not depend on the variant of the type. */
type Fields = Pick<
  AnnotationFieldBuilder,
  'expose' | 'exposeID' | 'exposeInt' | 'exposeFloat' | 'exposeString' | 'field' | 'int'
>;

/**
 * Fields of an annotation that members and visitors can read.
 *
 * @param audienceOf audience whose counts and times the fields have
 */
export const annotationFields = (t: Fields, audienceOf: (ctx: Context) => Audience) => ({
  id: t.exposeID('id', { description: 'UUID.' }),
  number: t.exposeInt('number', { description: 'Sequential number within the project, from 1.' }),
  projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
  content: t.exposeString('content', { description: 'Text of the feedback, plain text, at most 10 000 characters.' }),
  position_x: t.exposeFloat('positionX', { description: 'Horizontal position on the page in CSS pixels.' }),
  position_y: t.exposeFloat('positionY', { description: 'Vertical position on the page in CSS pixels.' }),
  metadata: t.expose('metadata', {
    type: 'JSONObject',
    description: 'Description of the element at the time of writing.',
  }),
  domFingerprint: t.expose('domFingerprint', {
    type: 'JSONObject',
    description: 'Fingerprint for re-anchoring the element: selector, xpath and text.',
  }),
  status: t.expose('status', { type: AnnotationStatusEnum, description: 'Status of the work.' }),
  source: t.expose('source', { type: AnnotationSourceEnum, description: 'Origin of the annotation.' }),
  environmentId: t.exposeID('environmentId', { nullable: true, description: 'Environment whose URL matches.' }),
  commentCount: t.int({
    description: 'Number of replies in the thread that the reader can see.',
    resolve: (annotation, _args, ctx) => commentCountFor(audienceOf(ctx), annotation),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  updatedAt: t.field({
    type: 'DateTime',
    description: 'Time of the last change of the annotation or its thread that the reader can see.',
    resolve: (annotation, _args, ctx) => updatedAtFor(audienceOf(ctx), annotation),
  }),
  resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'Time of resolution.' }),
});
