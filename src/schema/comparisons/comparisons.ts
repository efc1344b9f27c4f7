import { compareSnapshots } from '../../resolvers/addons/comparisons/compare-snapshots.ts';
import { getComparison, listComparisons } from '../../resolvers/addons/comparisons/list-comparisons.ts';
import { builder } from '../builder.ts';
import { addMutation, listOf, readOne } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { COMPARISONS, ComparisonSummary, ComparisonType } from './comparison-type.ts';

addMutation('compareSnapshots', {
  type: ComparisonType,
  description:
    'Compares the images of two completed snapshots of one project. Results are stored: repeated calls with the ' +
    'same options return the stored comparison.',
  args: builder.args((t) => ({
    baselineId: t.id(parentId('baseline snapshot')),
    comparisonId: t.id(parentId('snapshot to compare with the baseline')),
    threshold: t.float({
      description: 'Tolerance per pixel, from 0 (none) to 1 (every difference). Default: 0.1.',
    }),
    ignore: t.field({
      type: ['IgnoredPart'],
      description:
        'Regions to ignore, at most 50: CSS selectors of at most 1 024 characters, made of names, #id, .class and ' +
        ':nth-of-type(n), joined by spaces, > and commas; or boxes { x, y, width, height } in pixels of either image.',
    }),
    alignRows: t.boolean({
      description:
        'Whether to align rows that moved vertically, which makes an inserted banner one change. false: row y is ' +
        'compared with row y. Default: true.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/snapshots/compare', envelope: 'data', tag: 'Snapshots' },
  needs: 'snapshot.compare',
  acceptsTokens: true,
  resolve: compareSnapshots,
});

readOne('comparison', {
  type: ComparisonType,
  of: 'comparison',
  description: 'One comparison, as it was stored.',
  rest: { path: '/v1/comparisons/:id', envelope: 'data', tag: 'Snapshots' },
  needs: 'snapshot.read',
  acceptsTokens: true,
  resolve: getComparison,
});

listOf('comparisons', {
  type: ComparisonSummary,
  connection: COMPARISONS,
  description: 'Stored comparisons of a project or a snapshot, newest first. They are deleted with their snapshots.',
  args: builder.args((t) => ({
    projectId: t.id({ description: 'UUID of the project. Alternative: snapshotId.' }),
    snapshotId: t.id({
      description: 'UUID of the baseline or the compared snapshot. Not together with projectId: BAD_USER_INPUT.',
    }),
  })),
  rest: { path: '/v1/comparisons', tag: 'Snapshots' },
  needs: 'snapshot.read',
  acceptsTokens: true,
  list: listComparisons,
});
