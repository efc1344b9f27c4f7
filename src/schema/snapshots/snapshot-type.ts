import { SnapshotSource, SnapshotStatus } from '../../generated/prisma/client.ts';
import type { SweepOutcome } from '../../resolvers/core/reanchoring/sweep-pins.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { objectUrl } from '../object-url.ts';

const SnapshotStatusEnum = builder.enumType('SnapshotStatus', {
  description: 'What has become of a snapshot.',
  values: {
    [SnapshotStatus.processing]: { description: 'It is waiting, or being taken.' },
    [SnapshotStatus.completed]: { description: 'The image is there.' },
    [SnapshotStatus.failed]: { description: 'It could not be taken; `error` says why.' },
  } as const,
});

const SnapshotSourceEnum = builder.enumType('SnapshotSource', {
  description: 'Who wanted a snapshot.',
  values: {
    [SnapshotSource.api]: { description: 'A member, over the API.' },
    [SnapshotSource.comment]: { description: 'The page was commented on in the overlay, by a visitor or a member.' },
  } as const,
});

const Viewport = builder.objectRef<SnapshotRow>('Viewport').implement({
  description: 'The window that a page was shown in.',
  fields: (t) => ({
    width: t.exposeInt('viewportWidth', { description: 'CSS pixels.' }),
    height: t.exposeInt('viewportHeight', { description: 'CSS pixels.' }),
    deviceScaleFactor: t.exposeFloat('deviceScaleFactor', { description: 'Image pixels per CSS pixel.' }),
  }),
});

const SnapshotRebinding = builder.objectRef<SweepOutcome>('SnapshotRebinding').implement({
  description: 'How many annotations a capture has found again; or why they were left alone, then the counts are null.',
  fields: (t) => ({
    bound: t.exposeInt('bound', { nullable: true, description: 'Those that have their element.' }),
    moved: t.exposeInt('moved', { nullable: true, description: 'Those with candidates that a person may confirm.' }),
    orphaned: t.exposeInt('orphaned', { nullable: true, description: 'Those whose element is gone.' }),
    skipped: t.exposeString('skipped', {
      nullable: true,
      description: 'In words: the page answered with an error, or led elsewhere.',
    }),
  }),
});

const isDone = ({ status }: SnapshotRow) => status === SnapshotStatus.completed;

/** Readable by the members of the project's organization. */
export const SnapshotType = builder.objectRef<SnapshotRow>('Snapshot').implement({
  description: 'A picture of a page, with what was on it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'The project it belongs to.' }),
    environmentId: t.exposeID('environmentId', { nullable: true, description: 'The environment whose url matches.' }),
    url: t.exposeString('url', { description: 'The page, as it was sent.' }),
    source: t.expose('source', { type: SnapshotSourceEnum, description: 'Who wanted it.' }),
    status: t.expose('status', { type: SnapshotStatusEnum, description: 'What has become of it.' }),
    estimatedTime: t.int({
      nullable: true,
      description: 'While processing: seconds from its creation until it should be completed. Else null.',
      resolve: ({ status, estimatedTime }) => (status === SnapshotStatus.processing ? estimatedTime : null),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed, in words.' }),
    imageUrl: t.string({
      nullable: true,
      description:
        'The picture, PNG, at a URL that needs no header and works for 24 hours; each read gives a fresh one. Null until completed.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.imageKey : null, ctx),
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'The upper part of the picture, WebP, at most 480 × 640 pixels; as imageUrl.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.thumbnailKey : null, ctx),
    }),
    recordUrl: t.string({
      nullable: true,
      description:
        'What was on the page, JSON: title, finalUrl, status, size, consoleErrors, failedRequests and each visible element with ' +
        'selector, xpath, text, box and style; as imageUrl.',
      resolve: (snapshot, _args, ctx) => objectUrl(isDone(snapshot) ? snapshot.recordKey : null, ctx),
    }),
    viewport: t.field({ type: Viewport, description: 'The window.', resolve: (snapshot) => snapshot }),
    fullPage: t.exposeBoolean('fullPage', { description: 'Whether it shows the whole page, not the window alone.' }),
    waitForSelector: t.exposeString('waitForSelector', { nullable: true, description: 'What was waited for.' }),
    delay: t.exposeInt('delay', { description: 'Milliseconds waited before the picture.' }),
    hideSelectors: t.exposeStringList('hideSelectors', { description: 'What was made invisible.' }),
    freeze: t.exposeBoolean('freeze', { description: "Whether time and chance stood still for the page's scripts." }),
    width: t.exposeInt('imageWidth', { nullable: true, description: 'Of the image, pixels. Null until completed.' }),
    height: t.exposeInt('imageHeight', { nullable: true, description: 'Of the image, pixels. Null until completed.' }),
    title: t.exposeString('title', { nullable: true, description: 'The title of the page. Null until completed.' }),
    finalUrl: t.exposeString('finalUrl', {
      nullable: true,
      description: 'Where redirects led. Null until completed.',
    }),
    httpStatus: t.exposeInt('httpStatus', {
      nullable: true,
      description: 'HTTP status of the page; an error page is taken like any other. Null until completed.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'What the capture took, milliseconds. Null until completed.',
    }),
    isComplete: t.boolean({
      nullable: true,
      description:
        'Whether the picture has all that the page shows. False when something was still to come after 5 seconds in which ' +
        'nothing came, or 20 in all: the page record names it. Null until completed, and for what was taken before this was kept.',
      resolve: ({ pendingRequests }) => (pendingRequests === null ? null : pendingRequests === 0),
    }),
    pendingRequests: t.exposeInt('pendingRequests', {
      nullable: true,
      description:
        'How many requests had no end when a picture was taken that is not complete, up to 100; 0 for a complete one. Null as isComplete.',
    }),
    rebinding: t.field({
      type: SnapshotRebinding,
      nullable: true,
      description:
        "What has become of the page's annotations. Of a commented page, only the bound ones are written down, and counted. Null until " +
        'completed, and when the page has none.',
      resolve: ({ rebinding }) => rebinding as SweepOutcome | null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it was completed.' }),
  }),
});
