import type { Annotation } from '../../generated/prisma/client.ts';
import type { Types } from '../builder.ts';
import { AnnotationSourceEnum, AnnotationStatusEnum } from './annotation-shared-types.ts';

type AnnotationFieldBuilder = PothosSchemaTypes.PrismaObjectFieldBuilder<
  Types,
  Types['PrismaTypes']['Annotation'],
  Annotation
>;
/** What does not depend on which variant of the type asks. */
type Fields = Pick<AnnotationFieldBuilder, 'expose' | 'exposeID' | 'exposeInt' | 'exposeFloat' | 'exposeString'>;

/** What members and visitors see of an annotation alike. */
export const annotationFields = (t: Fields) => ({
  id: t.exposeID('id', { description: 'UUID.' }),
  number: t.exposeInt('number', { description: '1, 2, 3 … within the project.' }),
  projectId: t.exposeID('projectId', { description: 'The project it belongs to.' }),
  content: t.exposeString('content', { description: 'The feedback, plain text, at most 10 000 characters.' }),
  url: t.exposeString('url', { description: 'The page, as it was sent.' }),
  position_x: t.exposeFloat('positionX', { description: 'Horizontal place on the page, CSS pixels.' }),
  position_y: t.exposeFloat('positionY', { description: 'Vertical place on the page, CSS pixels.' }),
  metadata: t.expose('metadata', { type: 'JSONObject', description: 'The element at the time of writing.' }),
  domFingerprint: t.expose('domFingerprint', {
    type: 'JSONObject',
    description: 'selector, xpath and text that the element is found again by.',
  }),
  status: t.expose('status', { type: AnnotationStatusEnum, description: 'Where the work on it stands.' }),
  source: t.expose('source', { type: AnnotationSourceEnum, description: 'How it came in.' }),
  environmentId: t.exposeID('environmentId', { nullable: true, description: 'The environment whose url matches.' }),
  commentCount: t.exposeInt('commentCount', { description: 'Replies in its thread.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it, or its thread, last changed.' }),
  resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was resolved.' }),
});
