import { AnchorState, type Annotation, AnnotationSource, AnnotationStatus } from '../generated/prisma/client.ts';
import { builder } from './builder.ts';

export const AnnotationStatusEnum = builder.enumType('AnnotationStatus', {
  description: 'Where the work on an annotation stands. Any status may follow any.',
  values: {
    [AnnotationStatus.open]: { description: 'New.' },
    [AnnotationStatus.in_progress]: { description: 'Somebody is at it.' },
    [AnnotationStatus.resolved]: { description: 'Done.' },
  } as const,
});

export const AnnotationSourceEnum = builder.enumType('AnnotationSource', {
  description: 'How an annotation came in.',
  values: {
    [AnnotationSource.api]: { description: 'By a member, over the API.' },
    [AnnotationSource.overlay]: { description: 'By a visitor, over the public endpoint.' },
    [AnnotationSource.import]: { description: 'From another tool.' },
  } as const,
});

const AnchorStateEnum = builder.enumType('AnchorState', {
  description: 'Whether the pin has its element.',
  values: {
    [AnchorState.bound]: { description: 'On the element it was made on.' },
    [AnchorState.rebound]: { description: 'Attached to a new fingerprint.' },
    [AnchorState.orphaned]: { description: 'The element was not found again.' },
  } as const,
});

export const Anchor = builder.objectRef<Annotation>('Anchor').implement({
  description: 'How the pin holds to its element.',
  fields: (t) => ({
    state: t.expose('anchorState', { type: AnchorStateEnum, description: 'Whether the pin has its element.' }),
    confidence: t.exposeFloat('anchorConfidence', { description: 'How sure that is, 0–1.' }),
    checkedAt: t.expose('anchorCheckedAt', { type: 'DateTime', description: 'When it was last looked at.' }),
  }),
});

/** Whoever wrote something: a member, or a visitor who may have left a name. */
export interface Written {
  authorId: string | null;
  authorName: string | null;
  authorEmail: string | null;
}

export const Author = builder.objectRef<Written>('Author').implement({
  description: 'Who wrote something, under the name of that day.',
  fields: (t) => ({
    id: t.exposeID('authorId', { nullable: true, description: 'UUID of the user; null for a visitor.' }),
    name: t.exposeString('authorName', { nullable: true, description: 'Display name, when known.' }),
    email: t.exposeString('authorEmail', { nullable: true, description: 'E-mail address, when known.' }),
  }),
});

export const PublicAuthor = builder.objectRef<Written>('PublicAuthor').implement({
  description: 'Who wrote something, as visitors may see it.',
  fields: (t) => ({
    id: t.exposeID('authorId', { nullable: true, description: 'UUID of the user; null for a visitor.' }),
    name: t.exposeString('authorName', { nullable: true, description: 'Display name, when known.' }),
  }),
});
