import { createSnapshot } from '../../resolvers/core/snapshots/create-snapshot.ts';
import { deleteSnapshot } from '../../resolvers/core/snapshots/delete-snapshot.ts';
import { listSnapshots } from '../../resolvers/core/snapshots/list-snapshots.ts';
import { sweepPage } from '../../resolvers/rebinding/sweep-page.ts';
import { getSnapshot } from '../../resolvers/snapshots/get-snapshot.ts';
import { builder } from '../builder.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { operation } from '../operation.ts';
import { SnapshotType } from './snapshot-type.ts';

const ViewportInput = builder.inputType('ViewportInput', {
  description: 'The window that a page is shown in. At most 120 million image pixels.',
  fields: (t) => ({
    width: t.int({ description: 'CSS pixels, 16–7 680. Default: 1920.' }),
    height: t.int({ description: 'CSS pixels, 16–16 000. Default: 1080.' }),
    deviceScaleFactor: t.float({ description: 'Image pixels per CSS pixel, 0.5–4. Default: 1.' }),
  }),
});

const SnapshotPage = numberedPageOf('SnapshotPage', SnapshotType, 'A page of snapshots.');

const tag = 'Snapshots';

builder.mutationField('createSnapshot', (t) =>
  t.field({
    type: SnapshotType,
    description:
      'Orders a picture of a page, and answers before it is taken. Emits snapshot.completed when it is there. ' +
      'What keeps a page from being taken is told in the `error` of the snapshot. RATE_LIMITED when 1 000 of the project wait.',
    args: {
      projectId: t.arg.id(idOf('project')),
      url: t.arg.string({
        required: true,
        description:
          'The page: http or https, at most 2 048 characters, without user name and password, on a port that browsers allow.',
      }),
      viewport: t.arg({ type: ViewportInput, description: 'The window. Default: 1920 × 1080.' }),
      fullPage: t.arg.boolean({ description: 'true: the whole page, however long. Default: the window alone.' }),
      waitForSelector: t.arg.string({
        description:
          'CSS selector of an element to wait for, at most 1 024 characters. Without it after 15 s the snapshot fails.',
      }),
      delay: t.arg.int({ description: 'Milliseconds to wait before the picture, at most 30 000. Default: 0.' }),
      hideSelectors: t.arg.stringList({
        description:
          'CSS selectors of elements to make invisible, their place left empty: at most 50 of 1 024 characters.',
      }),
      freeze: t.arg.boolean({
        description:
          "true: for the page's scripts the clock stands still, chance is the same each time, and timers over 0.9 s do not fire. Default: false.",
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/snapshots', status: 202, envelope: 'data', tag },
      needs: 'snapshot.create',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createSnapshot(ctx, args),
  }),
);

builder.mutationField('rebindSweep', (t) =>
  t.field({
    type: SnapshotType,
    description:
      "Looks for the elements of all of a page's annotations on the page as it is now, and answers before it has: orders a snapshot " +
      'of the whole page. Every completed snapshot does the same. RATE_LIMITED when 1 000 snapshots of the project wait.',
    args: {
      projectId: t.arg.id(idOf('project')),
      url: t.arg.string({
        required: true,
        description:
          'The page: http or https, at most 2 048 characters, without user name and password, on a port that browsers allow.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/projects/:projectId/rebind-sweep', status: 202, envelope: 'data', tag },
      needs: 'snapshot.create',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => sweepPage(ctx, args),
  }),
);

builder.queryField('snapshots', (t) =>
  t.field({
    type: SnapshotPage,
    description: 'The snapshots of a project, newest first, by page numbers.',
    args: {
      projectId: t.arg.id(idOf('project')),
      page: t.arg.int(numberedPageArgs.page),
      limit: t.arg.int(numberedPageArgs.limit),
      from: t.arg({ type: 'DateTime', description: 'Only what was asked for then or later.' }),
      to: t.arg({
        type: 'DateTime',
        description: 'Only what was asked for then or earlier; a date alone is all of that day, UTC.',
      }),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/snapshots', tag },
      needs: 'snapshot.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => listSnapshots(ctx, args),
  }),
);

builder.queryField('snapshot', (t) =>
  t.field({
    type: SnapshotType,
    description: 'One snapshot.',
    args: { id: t.arg.id(itsId('snapshot')) },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/snapshots/:id', envelope: 'data', tag },
      needs: 'snapshot.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getSnapshot(ctx, args.id),
  }),
);

builder.mutationField('deleteSnapshot', (t) =>
  t.field({
    type: Deleted,
    description: 'Removes a snapshot and its image.',
    args: { id: t.arg.id(itsId('snapshot')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/v1/snapshots/:id', envelope: 'data', tag },
      needs: 'snapshot.delete',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteSnapshot(ctx, args.id),
  }),
);
