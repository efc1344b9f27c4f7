import { invariant } from '../../errors.ts';
import { AnchorState, type Annotation, AnnotationSource, AnnotationStatus } from '../../generated/prisma/client.ts';
import type { PinCandidate } from '../../infrastructure/capture/page/locate-pins.ts';
import type { Box } from '../../infrastructure/images/geometry.ts';
import { builder, type Types } from '../builder.ts';
import { atMost } from '../constraints.ts';
import { ElementBox } from '../element-box.ts';

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
    [AnnotationSource.overlay]: { description: 'In the overlay, by a visitor or a member.' },
    [AnnotationSource.import]: { description: 'From another tool.' },
  } as const,
});

const AnchorStateEnum = builder.enumType('AnchorState', {
  description: 'Whether the pin has its element.',
  values: {
    [AnchorState.bound]: { description: 'On the element it was made on.' },
    [AnchorState.moved]: {
      description: 'A sweep has found elements that it may be: `candidates` wait for a person to choose (rebind).',
    },
    [AnchorState.rebound]: { description: 'Attached to a new fingerprint.' },
    [AnchorState.orphaned]: { description: 'The element was not found again.' },
  } as const,
});

const anchorFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Annotation>) => ({
  state: t.expose('anchorState', { type: AnchorStateEnum, description: 'Whether the pin has its element.' }),
  confidence: t.exposeFloat('anchorConfidence', { description: 'How sure that is, 0–1.' }),
  checkedAt: t.expose('anchorCheckedAt', { type: 'DateTime', description: 'When it was last looked at.' }),
});

const latestFingerprint = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Annotation>) =>
  t.expose('latestFingerprint', {
    type: 'JSONObject',
    nullable: true,
    description: 'Of the element as a sweep has last found it. Null before; `domFingerprint` stays as it was written.',
  });

const AnchorCandidate = builder.objectRef<PinCandidate>('AnchorCandidate').implement({
  description: 'An element that a pin which moved may belong to.',
  fields: (t) => ({
    confidence: t.exposeFloat('confidence', { description: 'How likely it is, 0–1.' }),
    fingerprint: t.expose('fingerprint', { type: 'JSONObject', description: 'Of the element; rebind to it.' }),
    box: t.expose('box', { type: ElementBox, description: 'Where it is on the page.' }),
  }),
});

export const Anchor = builder.objectRef<Annotation>('Anchor').implement({
  description: 'How the pin holds to its element.',
  fields: (t) => ({
    ...anchorFields(t),
    fingerprint: latestFingerprint(t),
    candidates: t.field({
      type: [AnchorCandidate],
      extensions: atMost(3),
      description:
        'While moved: the elements that it may be, the likeliest first, at most 3. Rebind to the fingerprint of the right one. Else empty.',
      resolve: ({ anchorCandidates }) => anchorCandidates as unknown as PinCandidate[],
    }),
  }),
});

export const PublicAnchor = builder.objectRef<Annotation>('PublicAnchor').implement({
  description: 'How the pin holds to its element, as visitors may see it.',
  fields: (t) => ({ ...anchorFields(t), fingerprint: latestFingerprint(t) }),
});

interface Sight {
  imageKey: string;
  box: Box;
  scale: number;
  at: Date;
}

/** Where a sweep has last found the annotation's element; null until one has. */
export function lastSeenOf(annotation: Annotation): Sight | null {
  const { lastSeenImageKey: imageKey, lastSeenBox: box, lastSeenScale: scale, lastSeenAt: at } = annotation;
  if (imageKey === null) return null;
  invariant(box !== null && at !== null, 'they are written with the key, and go with it');
  return { imageKey, box: box as unknown as Box, scale, at };
}

export const LastSeen = builder.objectRef<Sight>('LastSeen').implement({
  description: 'Where an element was when a sweep last found it: what is left of an orphan.',
  fields: (t) => ({
    imageUrl: t.string({
      description:
        'The picture of the page, PNG, at a URL that needs no header and works for 24 hours. When its snapshot is deleted, what is ' +
        'left of it is the element with 40 CSS pixels around it, at most 800 × 600 of its beginning, WebP.',
      resolve: ({ imageKey }, _args, { services }) => services.objectUrls.urlOf(imageKey),
    }),
    box: t.expose('box', {
      type: ElementBox,
      description: 'The element in it. What is cut off may be larger than the picture.',
    }),
    scale: t.exposeFloat('scale', { description: 'Image pixels per CSS pixel.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
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
