import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { ComparisonOptions } from '../../../infrastructure/comparison/task.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';
import { COMPARISON_COLUMNS, readComparison, type StoredComparison } from './comparison-row.ts';
import { type ComparedSnapshot, loadPictures, refusalOf } from './load-pictures.ts';

/** The name by which the drawing of a comparison is asked for: its key is known only once it is drawn. */
export const diffImageName = (comparisonId: string): string => `${comparisonId}.png`;

/** The comparison that a name asks for, if it is such a name. */
export function comparisonOf(name: string): string | undefined {
  const id = name.endsWith('.png') ? name.slice(0, -'.png'.length) : '';
  return isId(id) ? id : undefined;
}

const SIDE = (alias: string) => `json_build_object('id', ${alias}.id, 'imageKey', ${alias}.image_key,
  'recordKey', ${alias}.record_key, 'imageWidth', ${alias}.image_width, 'imageHeight', ${alias}.image_height)`;

const FIND = `SELECT ${COMPARISON_COLUMNS}, c.options, c.diff_key AS "diffKey",
         ${SIDE('b')} AS baseline, b.tile_hashes AS "baselineHashes",
         ${SIDE('s')} AS comparison, s.tile_hashes AS "comparisonHashes"
    FROM comparisons c JOIN snapshots b ON b.id = c.baseline_id JOIN snapshots s ON s.id = c.comparison_id
   WHERE c.id = $1`;

type Found = StoredComparison & {
  options: string;
  diffKey: string | null;
  baseline: Omit<ComparedSnapshot, 'tileHashes'>;
  comparison: Omit<ComparedSnapshot, 'tileHashes'>;
  baselineHashes: Buffer | null;
  comparisonHashes: Buffer | null;
};

/**
 * The key of the drawing of a comparison. It is drawn when it is first asked for, once however many ask.
 * @throws NOT_FOUND; INTERNAL, naming the snapshot, when an image was lost or damaged
 */
export async function diffImageKey(ctx: Context, comparisonId: string): Promise<string> {
  const { rows } = await ctx.services.pool.query<Found>(FIND, [comparisonId]);
  const [found] = rows;
  if (!found?.baseline.imageKey || !found.comparison.imageKey) throw notFound('Comparison');
  if (found.diffKey) return found.diffKey;
  return ctx.services.singleFlight.join(`draw ${comparisonId}`, ctx.signal, (signal) => draw(ctx, found, signal));
}

async function draw(ctx: Context, found: Found, signal: AbortSignal): Promise<string> {
  const { comparer } = ctx.services;
  const pair = {
    baseline: { ...found.baseline, tileHashes: found.baselineHashes },
    comparison: { ...found.comparison, tileHashes: found.comparisonHashes },
  };
  const { regions, shifts } = readComparison(found);
  const stored = JSON.parse(found.options) as ComparisonOptions;
  // Where no rows have moved, none need to be looked for again.
  const options = { ...stored, alignRows: stored.alignRows && shifts.length > 0 };
  const prepare = async () => ({ kind: 'draw' as const, ...(await loadPictures(ctx, pair)), options, regions });
  const drawing = await comparer.run(prepare, signal).catch(async (error: unknown) => {
    throw await refusalOf(ctx, pair, error);
  });
  const { key, isWanted } = await storeObjects(
    ctx.services,
    [{ bytes: drawing, kind: 'png' }],
    async (sql, [drawn]) => {
      const { rowCount } = await sql.query('UPDATE comparisons SET diff_key = $2 WHERE id = $1', [found.id, drawn]);
      return { key: drawn, isWanted: rowCount === 1 };
    },
  );
  if (isWanted) return key;
  await freeObjects(ctx, [key]);
  throw notFound('Comparison');
}
