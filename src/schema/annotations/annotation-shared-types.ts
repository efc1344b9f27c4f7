import { invariant } from '../../errors.ts';
import {
  AnchorState,
  type Annotation,
  AnnotationSource,
  AnnotationStatus,
  Visibility,
} from '../../generated/prisma/client.ts';
import type { PinCandidate } from '../../infrastructure/capture/located-pin.ts';
import type { Box } from '../../infrastructure/images/geometry.ts';
import { actorOf } from '../../resolvers/core/annotations/actors.ts';
import { candidateIdOf, candidatesOf } from '../../resolvers/core/annotations/dom-fingerprint.ts';
import { type Described, meantPart } from '../../resolvers/core/annotations/meant-part.ts';
import { publicMetadata } from '../../resolvers/core/annotations/public-metadata.ts';
import { MAX_WANTED_TEXTS, wantedTexts } from '../../resolvers/core/reanchoring/wanted-texts.ts';
import { shownAddress } from '../../resolvers/platform/policies/access.ts';
import { ActorInterface, typedActor } from '../actors/actor-types.ts';
import { builder, type Types } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { ElementBox } from '../element-box.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { MeantPartType } from './picture-types.ts';

export const AnnotationStatusEnum = builder.enumType('AnnotationStatus', {
  description: 'Status of the work on an annotation. Every transition is allowed.',
  values: {
    [AnnotationStatus.open]: { description: 'New.' },
    [AnnotationStatus.in_progress]: { description: 'In progress.' },
    [AnnotationStatus.resolved]: { description: 'Done.' },
  } as const,
});

export const AnnotationSourceEnum = builder.enumType('AnnotationSource', {
  description: 'Origin of an annotation.',
  values: {
    [AnnotationSource.api]: { description: 'Created by a member over the API.' },
    [AnnotationSource.overlay]: { description: 'Created in the overlay by a visitor or a member.' },
    [AnnotationSource.import]: { description: 'Imported from another tool.' },
  } as const,
});

export const VisibilityEnum = builder.enumType('Visibility', {
  description: 'Readers of an annotation or a reply.',
  values: {
    [Visibility.public]: { description: 'Everyone who can read the project, guests and visitors included.' },
    [Visibility.internal]: {
      description: 'Members above guest, and webhooks and integrations with `includeInternal`.',
    },
  } as const,
});

export const AnchorStateEnum = builder.enumType('AnchorState', {
  description: 'State of the connection between pin and element.',
  values: {
    [AnchorState.bound]: { description: 'The pin is on its original element.' },
    [AnchorState.moved]: {
      description: 'Re-anchoring found `candidates`; a person must choose one (rebind).',
    },
    [AnchorState.rebound]: { description: 'The pin was attached to another element.' },
    [AnchorState.orphaned]: { description: 'Re-anchoring did not find the element.' },
  } as const,
});

const anchorFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Annotation>) => ({
  state: t.expose('anchorState', {
    type: AnchorStateEnum,
    description: 'State of the connection between pin and element.',
  }),
  confidence: t.exposeFloat('anchorConfidence', { description: 'Confidence of the state, 0–1.' }),
  checkedAt: t.expose('anchorCheckedAt', { type: 'DateTime', description: 'Time of the last check.' }),
  wantedTexts: t.stringList({
    extensions: maxItems(MAX_WANTED_TEXTS),
    description:
      'Texts that the annotation asks for literally, such as: should say "Place order". Re-anchoring also binds an ' +
      `element in the old place that shows one of them. At most ${MAX_WANTED_TEXTS}.`,
    resolve: ({ content }) => wantedTexts(content),
  }),
});

const AnchorCandidate = builder.objectRef<PinCandidate>('AnchorCandidate').implement({
  description: 'A candidate element for a moved pin.',
  fields: (t) => ({
    id: t.string({
      description:
        'Id of the candidate, to send as `candidateId`. It never names another element; after the next capture it may be unknown.',
      resolve: candidateIdOf,
    }),
    confidence: t.exposeFloat('confidence', { description: 'Likelihood of the match, 0–1.' }),
    fingerprint: t.expose('fingerprint', {
      type: 'JSONObject',
      description: 'Fingerprint of the element, for rebinding.',
    }),
    box: t.expose('box', { type: ElementBox, description: 'Bounding box on the page.' }),
  }),
});

export const Anchor = builder.objectRef<Annotation>('Anchor').implement({
  description: 'Connection of the pin to its element.',
  fields: (t) => ({
    ...anchorFields(t),
    fingerprint: t.expose('latestFingerprint', {
      type: 'JSONObject',
      nullable: true,
      description:
        'Fingerprint of the element at the last successful re-anchoring; null before the first. `domFingerprint` ' +
        'keeps the original.',
    }),
    candidates: t.field({
      type: [AnchorCandidate],
      extensions: maxItems(3),
      description:
        'Candidate elements of a moved pin, most likely first, at most 3; otherwise empty. Rebind with the id of the ' +
        'correct one.',
      resolve: candidatesOf,
    }),
  }),
});

export const PublicAnchor = builder.objectRef<Annotation>('PublicAnchor').implement({
  description: 'Connection of a pin to its element, as visible to visitors.',
  fields: (t) => ({
    ...anchorFields(t),
    fingerprint: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'Fingerprint of the element at the last successful re-anchoring; null before the first. It has the members ' +
        'of `metadata` that visitors can read.',
      resolve: ({ latestFingerprint: latest }) => (latest === null ? null : publicMetadata(latest)),
    }),
  }),
});

interface LastSighting {
  imageKey: string;
  box: Box;
  scale: number;
  at: Date;
  annotation: Described;
}

/** Returns where a sweep last found the annotation's element; null before the first. */
export function lastSeenOf(annotation: Annotation): LastSighting | null {
  const { lastSeenImageKey: imageKey, lastSeenBox: box, lastSeenScale: scale, lastSeenAt: at } = annotation;
  if (imageKey === null) return null;
  invariant(box !== null && at !== null, 'they are set and cleared with the key');
  return { imageKey, box: box as unknown as Box, scale, at, annotation };
}

export const LastSeen = builder.objectRef<LastSighting>('LastSeen').implement({
  description: 'Last known position of an element. It remains for orphaned annotations.',
  fields: (t) => ({
    imageUrl: t.string({
      description:
        'URL of the image of the page (PNG). It needs no header and is valid for 24 hours. After deletion of the ' +
        'snapshot, a crop remains (WebP): the element with a margin of 40 CSS pixels, at most the first 800 × 600.',
      resolve: ({ imageKey }, _args, { services }) => services.objectUrls.urlOf(imageKey),
    }),
    box: t.expose('box', {
      type: ElementBox,
      description: 'Bounding box of the element in the image. A crop can be smaller than the box.',
    }),
    meant: t.field({
      type: MeantPartType,
      nullable: true,
      description:
        'Part that the comment is about; null if the image cannot show it, because the element is hidden there.',
      resolve: ({ annotation, box }) => meantPart(annotation, box),
      extensions: GRAPHQL_ONLY,
    }),
    scale: t.exposeFloat('scale', { description: 'Image pixels per CSS pixel.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the re-anchoring that found the element.' }),
  }),
});

/** Author columns of a row: a member, or a visitor with an optional name. */
export interface Authored {
  authorId: string | null;
  authorName: string | null;
  authorEmail: string | null;
}

export const Author = builder.objectRef<Authored>('Author').implement({
  description: 'Author with the name at the time of writing.',
  fields: (t) => ({
    id: t.exposeID('authorId', { nullable: true, description: 'UUID of the user; null for a visitor.' }),
    name: t.exposeString('authorName', { nullable: true, description: 'Display name, if known.' }),
    email: t.string({
      nullable: true,
      description: 'E-mail address, if known; null for a service account. Guests see only their own.',
      resolve: ({ authorId, authorEmail }, _args, ctx) => shownAddress(ctx, authorId, authorEmail),
    }),
    actor: t.field({
      type: ActorInterface,
      nullable: true,
      description:
        'The author as an object: a user with the present name, a program for a service account, or a visitor. Null if ' +
        'it is not known: for imports, deleted accounts and erased persons.',
      resolve: async (row, _args, ctx) => typedActor(await actorOf(ctx, row)),
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

export const PublicAuthor = builder.objectRef<Authored>('PublicAuthor').implement({
  description: 'Author as visible to visitors.',
  fields: (t) => ({
    id: t.exposeID('authorId', { nullable: true, description: 'UUID of the user; null for a visitor.' }),
    name: t.exposeString('authorName', { nullable: true, description: 'Display name, if known.' }),
  }),
});
