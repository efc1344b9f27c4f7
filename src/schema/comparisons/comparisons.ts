import { compareSnapshots } from '../../resolvers/addons/comparisons/compare-snapshots.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { ComparisonType } from './comparison-type.ts';

builder.mutationField('compareSnapshots', (t) =>
  t.field({
    type: ComparisonType,
    description:
      'Compares the images of two completed snapshots of one project. The same pair and options are compared ' +
      'once and answered from what was stored.',
    args: {
      baselineId: t.arg.id(idOf('snapshot before')),
      comparisonId: t.arg.id(idOf('snapshot after')),
      threshold: t.arg.float({
        description: 'How much a pixel may differ unnoticed: 0, nothing, to 1, everything. Default: 0.1.',
      }),
      ignore: t.arg({
        type: ['IgnoredPart'],
        description:
          'What does not count, at most 50: CSS selectors of names, #id, .class and :nth-of-type(n), joined by spaces, > and ' +
          'commas, of at most 1 024 characters; boxes { x, y, width, height } in pixels of either image.',
      }),
      alignRows: t.arg.boolean({
        description:
          'Whether rows are found again at another height, so that a banner that was inserted is one change. false: row ' +
          'y is compared with row y. Default: true.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/snapshots/compare', envelope: 'data', tag: 'Snapshots' },
      needs: 'snapshot.compare',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => compareSnapshots(ctx, args),
  }),
);
