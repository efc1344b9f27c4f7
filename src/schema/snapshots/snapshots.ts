import { createSnapshot, sweepPage } from '../../resolvers/core/snapshots/create-snapshot.ts';
import { deleteSnapshot } from '../../resolvers/core/snapshots/delete-snapshot.ts';
import { listSnapshots, type SnapshotPage } from '../../resolvers/core/snapshots/list-snapshots.ts';
import { getSnapshot } from '../../resolvers/core/snapshots/require-snapshot.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { SEE_PAGE } from './agent-tools.ts';
import { SnapshotType, snapshotFilterArgs } from './snapshot-type.ts';

export const ViewportInput = builder.inputType('ViewportInput', {
  description: 'Browser viewport for a capture. At most 120 million image pixels.',
  // Clients send the viewports of their browser tools, which have further members.
  extensions: { ignoresUnknownMembers: true },
  fields: (t) => ({
    width: t.int({ description: 'Width in CSS pixels, 16–7 680. Default: 1920.' }),
    height: t.int({ description: 'Height in CSS pixels, 16–16 000. Default: 1080.' }),
    deviceScaleFactor: t.float({ description: 'Image pixels per CSS pixel, 0.5–4. Default: 1.' }),
  }),
});

const SnapshotPageType = numberedPageOf<SnapshotRow, SnapshotPage>(
  'SnapshotPage',
  SnapshotType,
  'A page of snapshots.',
);

builder.objectField(SnapshotPageType, 'nextCursor', (t) =>
  t.exposeString('nextCursor', {
    nullable: true,
    description: 'Cursor of the next page; null on the last one.',
  }),
);

const tag = 'Snapshots';

addMutation('createSnapshot', {
  type: SnapshotType,
  description:
    'Queues a capture of a page and returns immediately. Emits snapshot.completed on completion. `error` has the ' +
    'reason for a failed capture. RATE_LIMITED when 1 000 snapshots of the project are queued.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    url: t.string({
      required: true,
      description:
        'URL of the page: http or https, at most 2 048 characters, without credentials, on a port that browsers allow.',
    }),
    viewport: t.field({ type: ViewportInput, description: 'Browser viewport. Default: 1920 × 1080.' }),
    fullPage: t.boolean({ description: 'Whether to capture the whole page instead of the viewport. Default: false.' }),
    waitForSelector: t.string({
      description:
        'CSS selector of an element to wait for, at most 1 024 characters. The snapshot fails if the element does ' +
        'not appear within 15 s.',
    }),
    delay: t.int({ description: 'Delay before the capture in milliseconds, at most 30 000. Default: 0.' }),
    hideSelectors: t.stringList({
      description: 'CSS selectors of elements to hide without changing the layout: at most 50 of 1 024 characters.',
    }),
    freeze: t.boolean({
      description:
        "Whether to freeze the page's scripts: a fixed clock, deterministic random numbers, and no timers above 0.9 " +
        's. Default: false.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/snapshots', status: 202, envelope: 'data', tag },
  needs: 'snapshot.create',
  acceptsTokens: true,
  resolve: createSnapshot,
});

addMutation('rebindSweep', {
  type: SnapshotType,
  description:
    'Re-anchors all annotations of a page on its current version by queuing a snapshot of the whole page, and ' +
    'returns immediately. Every completed snapshot re-anchors annotations too. RATE_LIMITED when 1 000 snapshots ' +
    'of the project are queued.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    url: t.string({
      required: true,
      description:
        'URL of the page: http or https, at most 2 048 characters, without credentials, on a port that browsers allow.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/projects/:projectId/rebind-sweep', status: 202, envelope: 'data', tag },
  needs: 'snapshot.create',
  acceptsTokens: true,
  resolve: sweepPage,
});

addQuery('snapshots', {
  type: SnapshotPageType,
  description: 'Snapshots of a project, newest first, in numbered pages or by cursors.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    page: t.int(numberedPageArgs.page),
    limit: t.int(numberedPageArgs.limit),
    cursor: t.string({
      description:
        '`nextCursor` of the previous page, instead of `page`: snapshots that are requested meanwhile move no items.',
    }),
    ...snapshotFilterArgs,
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/snapshots', tag },
  mcp: [SEE_PAGE],
  needs: 'snapshot.read',
  acceptsTokens: true,
  resolve: listSnapshots,
});

readOne('snapshot', {
  type: SnapshotType,
  of: 'snapshot',
  description: 'One snapshot.',
  rest: { path: '/v1/snapshots/:id', envelope: 'data', tag },
  needs: 'snapshot.read',
  acceptsTokens: true,
  resolve: getSnapshot,
});

removeOne('deleteSnapshot', {
  of: 'snapshot',
  description: 'Deletes a snapshot and its image.',
  rest: { path: '/v1/snapshots/:id', envelope: 'data', tag },
  needs: 'snapshot.delete',
  acceptsTokens: true,
  resolve: deleteSnapshot,
});
