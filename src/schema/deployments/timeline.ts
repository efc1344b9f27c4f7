import { MAX_VIEWPORTS } from '../../resolvers/addons/deployments/deployment-input.ts';
import {
  TIMELINE_KINDS,
  type TimelineEntry,
  timelineOf,
} from '../../resolvers/addons/deployments/timeline/list-timeline.ts';
import {
  type StandingElement,
  type VanishedElement,
  vanishedElement,
} from '../../resolvers/addons/deployments/timeline/vanished-element.ts';
import { cropName } from '../../resolvers/core/snapshot-pins/pin-crop.ts';
import { pinnedSnapshot, scopeOfProject } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { HistoryEntry } from '../annotations/annotation-history.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addQuery } from '../define-operation.ts';
import { ElementBox } from '../element-box.ts';
import { resourceId } from '../id-arguments.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf, relatedListOf } from '../related.ts';
import { SnapshotPinType } from '../snapshots/snapshot-pins.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { cropOf } from './compared-looks.ts';
import { DeploymentSummary } from './deployment-type.ts';
import { DeploymentVerdictType } from './verdict-type.ts';

const TimelineKindEnum = builder.enumType('AnnotationTimelineKind', {
  description: 'Kind of an entry of a timeline.',
  values: {
    look: { description: 'A look of the element, in a range of snapshots of a viewport: `pin`.' },
    deployment: { description: 'A deployment that judged the annotation: `deployment` and `verdicts`.' },
    status: { description: 'A change of the status: `change`.' },
  } as const,
});

const TimelineEntryType = builder.objectRef<TimelineEntry>('AnnotationTimelineEntry').implement({
  description: "An entry of an annotation's timeline. The members of the other kinds are null or empty.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID, that of the pin, the deployment or the change.' }),
    kind: t.expose('kind', { type: TimelineKindEnum, description: 'Kind of the entry.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the first snapshot of the range, of the start of the deployment, or of the change.',
    }),
    pin: t.expose('pin', {
      type: SnapshotPinType,
      nullable: true,
      description: 'The element in a range of snapshots; null also if they were deleted meanwhile.',
    }),
    deployment: t.expose('deployment', {
      type: DeploymentSummary,
      nullable: true,
      description: 'The deployment; null also if it was deleted meanwhile.',
    }),
    verdicts: t.expose('verdicts', {
      type: [DeploymentVerdictType],
      description: `Verdicts of the deployment on the annotation, one for each viewport, at most ${MAX_VIEWPORTS}.`,
      extensions: maxItems(MAX_VIEWPORTS),
    }),
    change: t.expose('change', { type: HistoryEntry, nullable: true, description: 'The change of the status.' }),
  }),
});

const TIMELINE = connectionOf(TimelineEntryType, 'AnnotationTimelineEntry', 'entries', 'An entry');

relatedListOf(AnnotationType, 'timeline', {
  type: TimelineEntryType,
  connection: TIMELINE,
  description:
    'Looks of the element in snapshots, with the deployments that judged it and the changes of the status, newest first.',
  args: builder.args((t) => ({
    kinds: t.field({
      type: [TimelineKindEnum],
      description: `Only entries of these kinds, 1–${TIMELINE_KINDS.length}.`,
    }),
  })),
  needs: 'snapshot.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id }, { args, page }) => timelineOf(ctx, id, args, page),
});

const StandingElementType = builder.objectRef<StandingElement>('StandingElement').implement({
  description: 'The element at the place of a vanished one.',
  fields: (t) => ({
    selector: t.exposeString('selector', { description: 'CSS selector.' }),
    tag: t.exposeString('tag', { description: 'Tag name, in lowercase.' }),
    text: t.exposeString('text', { description: 'Visible text, at most 200 characters.' }),
    box: t.expose('box', { type: ElementBox, description: 'Bounding box in the image, whole CSS pixels.' }),
  }),
});

const snapshotOf = (key: 'currentSnapshotId' | 'lastSnapshotId' | 'missingSnapshotId', description: string) =>
  builder.objectField(VanishedElementType, key.slice(0, -2), (t) =>
    t.field({
      type: SnapshotType,
      nullable: true,
      description,
      resolve: (vanished, _args, ctx) => {
        const id = vanished[key];
        return id === null ? null : pinnedSnapshot(ctx, id);
      },
      extensions: GRAPHQL_ONLY,
    }),
  );

const VanishedElementType = builder.objectRef<VanishedElement>('VanishedElement').implement({
  description:
    'Captures between which the element of an orphan vanished. The members are null for an annotation that is not ' +
    'an orphan, or whose page was not captured both before and after.',
  fields: (t) => ({
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Visible text of the element when it was seen last, at most 200 characters.',
    }),
    box: t.expose('box', {
      type: ElementBox,
      nullable: true,
      description: 'Bounding box of the element in the image when it was seen last, whole CSS pixels.',
    }),
    lastSnapshotId: t.exposeID('lastSnapshotId', {
      nullable: true,
      description: 'UUID of the last snapshot with the element.',
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Completion time of that snapshot.',
    }),
    missingSnapshotId: t.exposeID('missingSnapshotId', {
      nullable: true,
      description: 'UUID of the first later snapshot of the same page and viewport without the element.',
    }),
    missingSince: t.expose('missingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Completion time of that snapshot.',
    }),
    currentSnapshotId: t.exposeID('currentSnapshotId', {
      nullable: true,
      description: 'UUID of the newest snapshot of the same page and viewport.',
    }),
    standing: t.expose('standing', {
      type: StandingElementType,
      nullable: true,
      description:
        'The smallest element at the place in the newest snapshot; null if nothing stands there but an element of more ' +
        'than half of the page, or the page record was lost.',
    }),
    beforeUrl: t.string({
      nullable: true,
      description:
        'URL of a crop that shows the element in the last snapshot with it, outlined (WebP), valid for 24 hours.',
      resolve: (vanished, _args, ctx) => objectUrl(cropOf(vanished.pinId, vanished.lastSnapshotId), ctx),
    }),
    currentUrl: t.string({
      nullable: true,
      description: 'URL of a crop that shows the place in the newest snapshot, without an outline.',
      resolve: ({ pinId, currentSnapshotId }, _args, ctx) =>
        objectUrl(pinId && currentSnapshotId && cropName({ id: pinId, snapshotId: currentSnapshotId }, {}), ctx),
    }),
  }),
});

snapshotOf('lastSnapshotId', 'The last snapshot with the element.');
snapshotOf('missingSnapshotId', 'The first later snapshot of the same page and viewport without the element.');
snapshotOf('currentSnapshotId', 'The newest snapshot of the same page and viewport.');

addQuery('vanishedElement', {
  type: VanishedElementType,
  description:
    'Captures between which the element of an orphaned annotation disappeared, and the element that is there now.',
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { method: 'GET', path: '/v1/annotations/:id/vanished', envelope: 'data', tag: 'Annotations' },
  needs: 'snapshot.read',
  acceptsTokens: true,
  resolve: vanishedElement,
});
