import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, notFound } from '../../../errors.ts';
import { SnapshotStatus } from '../../../generated/prisma/client.ts';
import type { ComparisonOptions, ComparisonResult } from '../../../infrastructure/comparison/task.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { differingRows } from '../../../infrastructure/images/tile-hashes.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { isForeignKeyViolation } from '../../platform/sql/database-errors.ts';
import { requireSnapshot, type SnapshotAccess } from '../../snapshots/require-snapshot.ts';
import { comparisonInput, spelled } from './comparison-input.ts';
import { COMPARISON_COLUMNS, type ComparisonRow, readComparison, type StoredComparison } from './comparison-row.ts';
import { type ComparedPair, type ComparedSnapshot, loadPictures, refusalOf } from './load-pictures.ts';

const FIND = `SELECT ${COMPARISON_COLUMNS} FROM comparisons c
  WHERE c.baseline_id = $1 AND c.comparison_id = $2 AND c.options_hash = $3`;

/** Another process may have been faster: its result is the same. */
const KEEP = `WITH c AS (
    INSERT INTO comparisons
      (id, baseline_id, comparison_id, options, options_hash, width, height, diff_pixels, regions, shifts)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (baseline_id, comparison_id, options_hash) DO UPDATE SET options = excluded.options
    RETURNING *
  )
  SELECT ${COMPARISON_COLUMNS} FROM c`;

/**
 * Compares two pictures of one project. The same pair and options are compared once: later calls answer from the row, and
 * calls meanwhile wait for the first.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT; RATE_LIMITED when too many wait; INTERNAL, naming the
 * snapshot, when an image was lost or damaged
 */
export async function compareSnapshots(ctx: Context, args: unknown): Promise<ComparisonRow> {
  const input: z.infer<typeof comparisonInput> = parseInput(comparisonInput, args);
  const { options, hash } = spelled(input);
  const key = [input.baselineId, input.comparisonId, hash];
  const find = async () => {
    const { rows } = await ctx.services.pool.query<StoredComparison>(FIND, key);
    return rows[0] && readComparison(rows[0]);
  };
  const [pair, known] = await Promise.all([comparable(ctx, input), find()]);
  if (known) return known;
  if (haveSameImage(pair)) return keep(ctx, key, options, unchanged(pair));
  return ctx.services.singleFlight.join(`compare ${key.join(' ')}`, ctx.signal, async (signal) => {
    // The flight before this one may have landed since.
    const landed = await find();
    if (landed) return landed;
    const result = await compare(ctx, pair, input, signal).catch(async (error: unknown) => {
      throw await refusalOf(ctx, pair, error);
    });
    return keep(ctx, key, options, result);
  });
}

async function comparable(ctx: Context, ids: Record<'baselineId' | 'comparisonId', string>): Promise<ComparedPair> {
  const [baseline, comparison] = await Promise.all([
    requireSnapshot(ctx, ids.baselineId, 'snapshot.compare'),
    requireSnapshot(ctx, ids.comparisonId, 'snapshot.compare'),
  ]);
  const problems = [...notReady('baselineId', baseline), ...notReady('comparisonId', comparison)];
  if (baseline.projectId !== comparison.projectId)
    problems.push('comparisonId: must be a snapshot of the same project as baselineId');
  const [factor, other] = [baseline.deviceScaleFactor, comparison.deviceScaleFactor];
  if (factor !== other)
    problems.push(`comparisonId: has deviceScaleFactor ${other}, baselineId ${factor}; compare pictures of one factor`);
  if (problems.length > 0) throw badInput(problems.join('; '));
  return { baseline: compared(baseline), comparison: compared(comparison) };
}

const compared = ({ id, imageKey, recordKey, imageWidth, imageHeight }: SnapshotAccess): ComparedSnapshot => ({
  id,
  recordKey,
  imageKey: imageKey ?? '',
  imageWidth: imageWidth ?? 0,
  imageHeight: imageHeight ?? 0,
  tileHashes: null,
});

function notReady(argument: string, { status, imageKey }: SnapshotAccess): string[] {
  if (status === SnapshotStatus.processing)
    return [`${argument}: the snapshot is processing; compare it when it is completed`];
  if (status === SnapshotStatus.failed || !imageKey)
    return [`${argument}: the snapshot has failed and has no image; take it again`];
  return [];
}

/** The pair with the hashes of its pixels: the rows of snapshots are large enough without them. */
async function withTileHashes(ctx: Context, { baseline, comparison }: ComparedPair): Promise<ComparedPair> {
  const { rows } = await ctx.services.pool.query<{ id: string; hashes: Buffer | null }>(
    'SELECT id, tile_hashes AS hashes FROM snapshots WHERE id = ANY($1::uuid[])',
    [[baseline.id, comparison.id]],
  );
  const hashes = new Map(rows.map((row) => [row.id, row.hashes]));
  return {
    baseline: { ...baseline, tileHashes: hashes.get(baseline.id) ?? null },
    comparison: { ...comparison, tileHashes: hashes.get(comparison.id) ?? null },
  };
}

async function compare(
  ctx: Context,
  images: ComparedPair,
  { threshold, alignRows, ignore }: ComparisonOptions,
  signal: AbortSignal,
): Promise<ComparisonResult> {
  const pair = await withTileHashes(ctx, images);
  if (hasEqualPixels(pair)) return unchanged(pair);
  ctx.logger.debug({ baseline: pair.baseline.id, comparison: pair.comparison.id }, 'snapshots are compared');
  const options = { threshold, alignRows, ignore };
  const prepare = async () => ({ kind: 'compare' as const, ...(await loadPictures(ctx, pair)), options });
  return ctx.services.comparer.run(prepare, signal);
}

const haveSameImage = ({ baseline, comparison }: ComparedPair): boolean => baseline.imageKey === comparison.imageKey;

const unchanged = ({ baseline: { imageWidth, imageHeight } }: ComparedPair): ComparisonResult => ({
  width: imageWidth,
  height: imageHeight,
  diffPixels: 0,
  regions: [],
  shifts: [],
});

/** Known without reading an image. */
const hasEqualPixels = ({ baseline, comparison }: ComparedPair): boolean =>
  baseline.tileHashes !== null &&
  comparison.tileHashes !== null &&
  differingRows(baseline.tileHashes, comparison.tileHashes)?.length === 0;

async function keep(ctx: Context, key: string[], options: string, result: ComparisonResult): Promise<ComparisonRow> {
  const [baselineId, comparisonId, hash] = key;
  const { width, height, diffPixels, regions, shifts } = result;
  const values = [newId(), baselineId, comparisonId, options, hash, width, height, diffPixels];
  try {
    const { rows } = await ctx.services.pool.query<StoredComparison>(KEEP, [
      ...values,
      JSON.stringify(regions),
      JSON.stringify(shifts),
    ]);
    const [row] = rows;
    if (!row) throw new Error('the comparison was not stored');
    return readComparison(row);
  } catch (error) {
    // One of them was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Snapshot') : error;
  }
}
