import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { ComparisonOptions } from '../../../infrastructure/comparison/task.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';
import { COMPARISON_COLUMNS, readComparison, type StoredComparison } from './comparison-row.ts';
import { type ComparedSnapshot, loadPictures, toComparisonError } from './load-pictures.ts';

/** File name of a diff image. Its storage key is only known once it is rendered. */
export const diffImageName = (comparisonId: string): string => `${comparisonId}.png`;

/** Extracts the comparison's id from a file name; undefined for other names. */
export function comparisonOf(name: string): string | undefined {
  const id = name.endsWith('.png') ? name.slice(0, -'.png'.length) : '';
  return isId(id) ? id : undefined;
}

const snapshotJson = (alias: string) => `json_build_object('id', ${alias}.id, 'imageKey', ${alias}.image_key,
  'recordKey', ${alias}.record_key, 'imageWidth', ${alias}.image_width, 'imageHeight', ${alias}.image_height,
  'stylesHash', ${alias}.styles_hash)`;

const FIND = statement(
  'diff-image/find',
  `SELECT ${COMPARISON_COLUMNS}, c.options, c.diff_key AS "diffKey",
         ${snapshotJson('b')} AS baseline, b.tile_hashes AS "baselineHashes",
         ${snapshotJson('s')} AS comparison, s.tile_hashes AS "comparisonHashes"
    FROM comparisons c JOIN snapshots b ON b.id = c.baseline_id JOIN snapshots s ON s.id = c.comparison_id
   WHERE c.id = $comparisonId`,
).narrow<Pick<DiffImage, 'baseline' | 'comparison' | 'baselineHashes' | 'comparisonHashes'>>();

/** A comparison, its pictures, and the key of its diff image once it is rendered. */
export type DiffImage = StoredComparison & {
  options: string;
  diffKey: string | null;
  baseline: Omit<ComparedSnapshot, 'tileHashes'>;
  comparison: Omit<ComparedSnapshot, 'tileHashes'>;
  baselineHashes: Buffer | null;
  comparisonHashes: Buffer | null;
};

/**
 * Finds a comparison with the pictures that its diff image is rendered from.
 *
 * @throws NOT_FOUND
 */
export async function findDiffImage(ctx: Context<'pool'>, comparisonId: string): Promise<DiffImage> {
  const found = await FIND.first(ctx.services.pool, { comparisonId });
  if (!found?.baseline.imageKey || !found.comparison.imageKey) throw notFound('Comparison');
  return found;
}

/**
 * Renders the diff image of a comparison and stores it. Concurrent calls share one rendering.
 *
 * @returns key of the image
 * @throws NOT_FOUND if the comparison was deleted meanwhile
 * @throws INTERNAL, naming the snapshot, if a picture was lost or damaged
 */
export const renderDiffImage = (
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'singleFlight' | 'stopping' | 'wakeRelay'>,
  found: DiffImage,
): Promise<string> =>
  ctx.services.singleFlight.join(`draw ${found.id}`, ctx.signal, (signal) => render(ctx, found, signal));

const UPDATE = statement('diff-image/update', 'UPDATE comparisons SET diff_key = $drawn WHERE id = $id');

async function render(
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  found: DiffImage,
  signal: AbortSignal,
): Promise<string> {
  const { diffWorkers } = ctx.services;
  const pair = {
    baseline: { ...found.baseline, tileHashes: found.baselineHashes },
    comparison: { ...found.comparison, tileHashes: found.comparisonHashes },
  };
  const { regions: listed, shifts } = readComparison(found);
  const regions = listed.filter(({ pixels }) => pixels > 0);
  const stored: ComparisonOptions = { version: 1, ...JSON.parse(found.options) };
  // Rows at the end of a page did not shift.
  const hasMoved = shifts.length > 0 || regions.some(({ kind }) => kind !== 'changed');
  const options = { ...stored, alignRows: stored.alignRows && hasMoved };
  const prepare = async () => ({ kind: 'draw' as const, ...(await loadPictures(ctx, pair)), options, regions });
  const drawing = await diffWorkers.run(prepare, signal).catch(async (error: unknown) => {
    throw await toComparisonError(ctx, pair, error);
  });
  const { key, isWanted } = await storeObjects(
    ctx.services,
    [{ bytes: drawing, kind: 'png' }],
    async (sql, [drawn]) => {
      const { rowCount } = await UPDATE.run(sql, { id: found.id, drawn });
      return { key: drawn, isWanted: rowCount === 1 };
    },
  );
  if (isWanted) return key;
  await freeObjects(ctx, [key]);
  throw notFound('Comparison');
}
