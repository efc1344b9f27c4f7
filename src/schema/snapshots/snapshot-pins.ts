import type { AnchorState } from '../../generated/prisma/client.ts';
import { meantPart } from '../../resolvers/core/annotations/meant-part.ts';
import { audienceFor } from '../../resolvers/core/annotations/visibility.ts';
import {
  CROP_MARGIN,
  CROP_SCALE,
  cropName,
  MAX_CROP,
  outlinedName,
} from '../../resolvers/core/snapshot-pins/pin-crop.ts';
import {
  MAX_STATES,
  pinsOfAnnotation,
  pinsOfSnapshot,
  type SnapshotPin,
} from '../../resolvers/core/snapshot-pins/pins-of.ts';
import { annotationById, pinnedSnapshot, scopeOfProject } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { AnchorStateEnum } from '../annotations/annotation-shared-types.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { MeantPartType } from '../annotations/picture-types.ts';
import { builder } from '../builder.ts';
import { bounded } from '../constraints.ts';
import { ElementBox } from '../element-box.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf, relatedListOf } from '../related.ts';
import { SnapshotType } from './snapshot-type.ts';

const REASONS: Partial<Record<AnchorState, string>> = {
  moved: 'Several elements resemble it, or none clearly enough',
  orphaned: 'No element of the page resembles it',
};

const hasSize = ({ box }: SnapshotPin): boolean => box !== null && box.width > 0 && box.height > 0;

export const SnapshotPinType = builder.objectRef<SnapshotPin>('SnapshotPin').implement({
  description:
    'An annotation as located in a snapshot. Consecutive snapshots of a page with the same viewport and options share ' +
    'a pin while nothing but the confidence changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    snapshotId: t.exposeID('snapshotId', { description: 'UUID of the snapshot.' }),
    annotation: t.field({
      type: AnnotationType,
      nullable: true,
      description: 'The annotation; null if it was deleted meanwhile.',
      resolve: ({ annotationId }, _args, ctx) => annotationById(ctx, annotationId) as never,
      extensions: GRAPHQL_ONLY,
    }),
    snapshot: t.field({
      type: SnapshotType,
      nullable: true,
      description: 'The snapshot, or the newest of those that share the pin; null if it was deleted meanwhile.',
      resolve: ({ snapshotId }, _args, ctx) => pinnedSnapshot(ctx, snapshotId),
      extensions: GRAPHQL_ONLY,
    }),
    state: t.expose('state', { type: AnchorStateEnum, description: 'bound, moved or orphaned, in this snapshot.' }),
    confidence: t.exposeFloat('confidence', {
      description: 'Confidence of the state, 0–1, in the newest snapshot that shares the pin.',
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason why the element was not bound; null for a bound pin.',
      resolve: ({ state }) => REASONS[state] ?? null,
    }),
    box: t.expose('box', {
      type: ElementBox,
      nullable: true,
      description:
        'Bounding box in the image, whole CSS pixels; outside of the image if only a part of the page is shown. Of a ' +
        'moved pin, that of the likeliest candidate; null for an orphan.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Visible text of this element, at most 200 characters; null for an orphan.',
    }),
    styles: t.expose('styles', {
      type: 'JSONObject',
      nullable: true,
      description:
        'Computed styles of this element: color, backgroundColor, borderColor, fontSize, fontWeight, fontFamily and ' +
        'opacity; except in old snapshots also backgroundImage, borderStyle, borderWidth, borderRadius, boxShadow, filter, ' +
        'fontStyle, letterSpacing, lineHeight, listStyleType, outlineStyle, textAlign, textDecorationLine, ' +
        'textTransform, transform and linkTarget: the address of the link that it is, is within or contains, without the origin ' +
        'of the page; empty without a link, and absent if it contains links to several addresses; and linkWindow: `new` for a link that opens ' +
        'another window or tab, else `same`. Null if the page record does not have the element.',
    }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Completion time of the first snapshot that shares the pin.',
    }),
    cropUrl: t.string({
      nullable: true,
      description:
        'URL of a crop of the image that shows the element (WebP), valid like imageUrl: at most ' +
        `${MAX_CROP.width} × ${MAX_CROP.height} CSS pixels, never enlarged. Null for an orphan, and for an element that is ` +
        'hidden in the snapshot.',
      args: {
        margin: t.arg.int(bounded('Margin around the element in CSS pixels', CROP_MARGIN)),
        scale: t.arg.int(bounded('Pixels of the crop per 100 CSS pixels', CROP_SCALE)),
      },
      resolve: (pin, args, { services }) => (hasSize(pin) ? services.objectUrls.urlOf(cropName(pin, args)) : null),
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description:
        'URL of a small picture of all that the comment is about, outlined, with its surroundings (WebP, at most 168 × ' +
        '126 pixels), valid like imageUrl. Null for an orphan, and for an element that is hidden in the snapshot.',
      resolve: (pin, _args, { services }) =>
        hasSize(pin) ? services.objectUrls.urlOf(outlinedName(pin, 'thumbnail')) : null,
    }),
    meant: t.field({
      type: MeantPartType,
      nullable: true,
      description:
        'Part of the image that the comment is about. Null for an orphan, and for an element that is hidden in the snapshot.',
      resolve: async ({ annotationId, box }, _args, ctx) => {
        const annotation = box && (await annotationById(ctx, annotationId));
        return annotation ? meantPart(annotation, box) : null;
      },
    }),
  }),
});

const PINS = connectionOf(SnapshotPinType, 'SnapshotPin', 'pins', 'A pin');

relatedListOf(SnapshotType, 'pins', {
  type: SnapshotPinType,
  connection: PINS,
  description:
    'Annotations of the page, and of the same path in other environments, as located in the snapshot, the newest ' +
    'annotation first. Empty until completed, for pages that responded with an error or redirected, and for snapshots ' +
    'older than this field. A snapshot with the source comment has those of its own address only, and orphans that only ' +
    'the visitor could see.',
  args: builder.args((t) => ({
    states: t.field({ type: [AnchorStateEnum], description: `Only pins in these states, 1–${MAX_STATES}.` }),
  })),
  needs: 'annotation.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id: snapshotId }, { args, page, role }) =>
    pinsOfSnapshot(ctx, { snapshotId, audience: audienceFor(role) }, args, page),
});

relatedListOf(AnnotationType, 'snapshotPins', {
  type: SnapshotPinType,
  connection: PINS,
  description:
    'Pins of the annotation in snapshots, the newest first: one for each range of snapshots of a viewport in which the ' +
    'element was the same.',
  needs: 'snapshot.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id }, { page }) => pinsOfAnnotation(ctx, id, page),
});
