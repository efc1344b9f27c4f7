import { SnapshotSource, SnapshotStatus } from '../../generated/prisma/client.ts';
import { BROWSER_FEATURES, type BrowserFeature } from '../../infrastructure/capture/page-record.ts';
import { audienceOf, urlFor } from '../../resolvers/core/annotations/visibility.ts';
import type { SweepOutcome } from '../../resolvers/core/reanchoring/sweep-pins.ts';
import { VIEWPORT_WIDTH } from '../../resolvers/core/snapshots/list-snapshots.ts';
import { SCRIPT_OBSTACLES, type ScriptObstacle } from '../../resolvers/core/snapshots/script-obstacles.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { bounded, maxItems } from '../constraints.ts';
import { NodeInterface } from '../node.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf } from '../related.ts';
import { VIA } from '../via.ts';
import { ViewportType } from '../viewport.ts';

const SnapshotStatusEnum = builder.enumType('SnapshotStatus', {
  description: 'Status of a snapshot.',
  values: {
    [SnapshotStatus.processing]: { description: 'The capture is queued or in progress.' },
    [SnapshotStatus.completed]: { description: 'The image is available.' },
    [SnapshotStatus.failed]: { description: 'The capture failed; `error` has the reason.' },
  } as const,
});

const SnapshotSourceEnum = builder.enumType('SnapshotSource', {
  description: 'Origin of a snapshot.',
  values: {
    [SnapshotSource.api]: { description: 'A member requested it over the API.' },
    [SnapshotSource.comment]: { description: 'A visitor or a member commented on the page in the overlay.' },
    [SnapshotSource.deployment]: { description: 'A deployment captured the page.' },
  } as const,
});

const SnapshotRebinding = builder.objectRef<SweepOutcome>('SnapshotRebinding').implement({
  description:
    'Result of re-anchoring the annotations of a captured page. When re-anchoring was skipped, the counts are null.',
  fields: (t) => ({
    bound: t.exposeInt('bound', {
      nullable: true,
      description: 'Number of annotations that were matched to their element.',
    }),
    moved: t.exposeInt('moved', {
      nullable: true,
      description: 'Number of annotations with candidate elements for a person to confirm.',
    }),
    orphaned: t.exposeInt('orphaned', {
      nullable: true,
      description: 'Number of annotations without a matching element.',
    }),
    skipped: t.exposeString('skipped', {
      nullable: true,
      description: 'Reason for skipping: the page responded with an error or redirected to another page.',
    }),
  }),
});

const isDone = ({ status }: SnapshotRow) => status === SnapshotStatus.completed;

/** Readable by the members of the project's organization. */
const BrowserFeatureEnum = builder.enumType('BrowserFeature', {
  description: 'A feature that the browser of a capture may lack.',
  values: {
    webgl: { description: 'WebGL, also by the graphics processor alone: `failIfMajorPerformanceCaveat`.' },
    webgl2: { description: 'WebGL 2.' },
    webgpu: { description: 'WebGPU.' },
  } as const satisfies Record<BrowserFeature, object>,
});

const ScriptObstacleEnum = builder.enumType('ScriptObstacle', {
  description: 'A reason why the scripts of the service would not work on a page.',
  values: {
    script_source: { description: 'The content security policy does not permit scripts of the service.' },
    script_nonce: {
      description: 'The content security policy requires a nonce or a hash, which the site adds to the script.',
    },
    connections: { description: 'The content security policy does not permit requests to the service.' },
    panel: { description: 'The content security policy does not permit frames of the service.' },
    sandbox: { description: 'The page is in a sandbox without its origin or without scripts.' },
    frame: { description: 'A frame with another page covers most of the window.' },
  } as const satisfies Record<ScriptObstacle, { description: string }>,
});

export const SnapshotType = builder.objectRef<SnapshotRow>('Snapshot').implement({
  interfaces: [NodeInterface],
  description: 'A captured page: its image and a record of its elements.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    environmentId: t.exposeID('environmentId', { nullable: true, description: 'Environment whose URL matches.' }),
    url: t.string({
      description: 'URL of the page as it was sent; for guests without secrets, as in public responses.',
      resolve: ({ url }, _args, ctx) => urlFor(audienceOf(ctx), url),
    }),
    source: t.expose('source', { type: SnapshotSourceEnum, description: 'Origin of the snapshot.' }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    usedCredentials: t.exposeBoolean('usedCredentials', {
      description: 'Whether its capture sent the capture credentials of the environment.',
      extensions: GRAPHQL_ONLY,
    }),
    status: t.expose('status', { type: SnapshotStatusEnum, description: 'State.' }),
    estimatedTime: t.int({
      nullable: true,
      description: 'Estimated seconds from creation to completion while processing, otherwise null.',
      resolve: ({ status, estimatedTime }) => (status === SnapshotStatus.processing ? estimatedTime : null),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Reason for the failure.' }),
    imageUrl: t.string({
      nullable: true,
      description:
        'URL of the image (PNG). It needs no header and is valid for 24 hours; every read returns a new URL. Null ' +
        'until completed.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.imageKey : null, ctx),
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'URL of a thumbnail of the top of the image (WebP, at most 480 × 640 pixels), valid like imageUrl.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.thumbnailKey : null, ctx),
    }),
    recordUrl: t.string({
      nullable: true,
      description:
        'URL of the page record (JSON), valid like imageUrl: title, finalUrl, status, size, consoleErrors, ' +
        'failedRequests and each visible element with selector, xpath, text, box and style.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.recordKey : null, ctx),
    }),
    viewport: t.field({ type: ViewportType, description: 'Browser viewport.', resolve: (snapshot) => snapshot }),
    fullPage: t.exposeBoolean('fullPage', {
      description: 'Whether the image shows the whole page instead of the viewport.',
    }),
    waitForSelector: t.exposeString('waitForSelector', {
      nullable: true,
      description: 'CSS selector that the capture waited for.',
    }),
    delay: t.exposeInt('delay', { description: 'Delay before the capture in milliseconds.' }),
    hideSelectors: t.exposeStringList('hideSelectors', { description: 'CSS selectors of hidden elements.' }),
    freeze: t.exposeBoolean('freeze', {
      description: "Whether clock, timers and random numbers were frozen for the page's scripts.",
    }),
    width: t.exposeInt('imageWidth', {
      nullable: true,
      description: 'Width of the image in pixels. Null until completed.',
    }),
    height: t.exposeInt('imageHeight', {
      nullable: true,
      description: 'Height of the image in pixels. Null until completed.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Title of the page. Null until completed.' }),
    finalUrl: t.exposeString('finalUrl', {
      nullable: true,
      description: 'URL of the page after redirects. Null until completed.',
    }),
    httpStatus: t.exposeInt('httpStatus', {
      nullable: true,
      description: 'HTTP status of the page; error pages are captured too. Null until completed.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Duration of the capture in milliseconds. Null until completed.',
    }),
    isComplete: t.boolean({
      nullable: true,
      description:
        'Whether the page had finished loading. False when requests were still pending after 5 seconds without ' +
        'progress or 20 seconds in total; the page record lists them. Also false with fullPage if the page does not ' +
        'end, or if isCut is true. Null until completed, and for snapshots older than this field.',
      resolve: ({ pendingRequests, isCut }) => (pendingRequests === null ? null : pendingRequests === 0 && !isCut),
    }),
    isCut: t.boolean({
      description:
        'Whether the picture of a whole page lacks what an element of the page scrolls, such as the columns of a ' +
        'board. False until completed, and for snapshots older than this field.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ isCut }) => isCut ?? false,
    }),
    pendingRequests: t.exposeInt('pendingRequests', {
      nullable: true,
      description:
        'Number of pending requests at the time of the capture, up to 100; 0 for a page that had finished loading. Null like ' +
        'isComplete.',
    }),
    scriptObstacles: t.field({
      type: [ScriptObstacleEnum],
      description:
        'Reasons why the overlay and the embed script would not work on the page. Empty until completed, and for ' +
        'snapshots older than this field.',
      extensions: maxItems(SCRIPT_OBSTACLES.length),
      resolve: ({ scriptObstacles }) => scriptObstacles as ScriptObstacle[],
    }),
    missingFeatures: t.field({
      type: [BrowserFeatureEnum],
      description:
        'Features that the page asked for and the browser of the capture lacks: what the page draws with them is ' +
        'missing in the picture. Empty until completed, and for snapshots older than this field.',
      extensions: maxItems(BROWSER_FEATURES.length),
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ missingFeatures }) => (missingFeatures ?? []) as BrowserFeature[],
    }),
    rebinding: t.field({
      type: SnapshotRebinding,
      nullable: true,
      description:
        "Result of re-anchoring the page's annotations. A snapshot with the source comment updates and counts only " +
        'bound annotations. Null until completed, and for a page without annotations.',
      resolve: ({ rebinding }) => rebinding as SweepOutcome | null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'Completion time.' }),
  }),
});

export const SNAPSHOTS = connectionOf(SnapshotType, 'Snapshot', 'snapshots', 'A snapshot');

/** Arguments that narrow a list of snapshots. */
export const snapshotFilterArgs = builder.args((t) => ({
  url: t.string({ description: 'Only this page; URLs are compared as in the list of annotations.' }),
  environmentId: t.id({ description: 'Only this environment of the project.' }),
  viewportWidth: t.int(bounded('Only viewports of this width in CSS pixels', VIEWPORT_WIDTH)),
  status: t.field({ type: SnapshotStatusEnum, description: 'Only snapshots with this status.' }),
  from: t.field({ type: 'DateTime', description: 'Only snapshots requested at or after this time.' }),
  to: t.field({
    type: 'DateTime',
    description: 'Only snapshots requested at or before this time; a date covers the whole day, UTC.',
  }),
}));
