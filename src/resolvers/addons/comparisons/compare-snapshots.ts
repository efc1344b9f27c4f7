import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badFields, type FieldProblem, fieldProblem, notFound } from '../../../errors.ts';
import { SnapshotStatus } from '../../../generated/prisma/client.ts';
import type {
  ComparedElements,
  ComparisonOptions,
  ComparisonResult,
  PairFacts,
} from '../../../infrastructure/comparison/task.ts';
import type { Side } from '../../../infrastructure/comparison/unreadable-image-error.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { differingRows } from '../../../infrastructure/images/tile-hashes.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { requireSnapshotPair, type SnapshotAccess } from '../../core/snapshots/require-snapshot.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { isForeignKeyViolation } from '../../platform/sql/database-errors.ts';
import { canonicalOptions, comparisonInput } from './comparison-input.ts';
import { COMPARISON_COLUMNS, type ComparisonRow, readComparison, type StoredComparison } from './comparison-row.ts';
import {
  type ComparedPair,
  type ComparedSnapshot,
  loadPictures,
  loadRecords,
  toComparisonError,
} from './load-pictures.ts';

const FIND = statement(
  'compare-snapshots/find',
  `SELECT ${COMPARISON_COLUMNS} FROM comparisons c
    WHERE c.baseline_id = $baselineId AND c.comparison_id = $comparisonId AND c.options_hash = $hash`,
  { prepared: true },
);

/**
 * Another process may store the same comparison meanwhile, with the same result. A stored one is
 * read, because an update of it would wait for the disk.
 */
const FIND_OR_STORE = statement(
  'compare-snapshots/find-or-store',
  `WITH stored AS (
      SELECT * FROM comparisons WHERE baseline_id = $baselineId AND comparison_id = $comparisonId AND options_hash = $hash
    ), inserted AS (
      INSERT INTO comparisons
        (id, baseline_id, comparison_id, options, options_hash, width, height, diff_pixels, regions, shifts)
      SELECT $id::uuid, $baselineId, $comparisonId, $options, $hash, $width::int, $height::int, $diffPixels::bigint,
             $regions, $shifts
       WHERE NOT EXISTS (SELECT FROM stored)
      ON CONFLICT (baseline_id, comparison_id, options_hash) DO UPDATE SET options = excluded.options
      RETURNING *
    ), c AS (SELECT * FROM stored UNION ALL SELECT * FROM inserted)
    SELECT ${COMPARISON_COLUMNS} FROM c`,
  { prepared: true },
).narrow<StoredComparison>();

/**
 * Compares two snapshots of one project. Each pair is compared once per set of options: later calls
 * read the stored result, and concurrent calls share one run.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws RATE_LIMITED if the queue is full
 * @throws INTERNAL, naming the snapshot, if an image is missing or damaged
 */
export async function compareSnapshots(
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'singleFlight' | 'stopping' | 'wakeRelay'>,
  args: unknown,
): Promise<ComparisonRow> {
  const input: z.infer<typeof comparisonInput> = parseInput(comparisonInput, args);
  return comparePair(ctx, await requireComparablePair(ctx, input), input);
}

/**
 * Same as `compareSnapshots`, for completed snapshots of one project, without a check of rights.
 *
 * @throws RATE_LIMITED, INTERNAL
 */
export async function comparePair(
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'singleFlight' | 'stopping' | 'wakeRelay'>,
  pair: ComparedPair,
  input: ComparisonOptions,
): Promise<ComparisonRow> {
  const { options, key } = identityOf(pair, input);
  if (haveSameImage(pair) && haveSameStyles(pair))
    return findOrStoreComparison(ctx, key, options, unchangedResult(pair));
  const known = await findComparison(ctx, key);
  if (known) return known;
  return ctx.services.singleFlight.join(`compare ${Object.values(key).join(' ')}`, ctx.signal, async (signal) => {
    // A previous run may have stored the result meanwhile.
    const stored = await findComparison(ctx, key);
    return stored ?? findOrStoreComparison(ctx, key, options, await compare(ctx, pair, input, signal));
  });
}

/**
 * Same as `comparePair`, for two pictures whose elements are compared too: each is decoded once for
 * both.
 *
 * @returns the facts are absent without elements, and if nothing was decoded, because the
 *   comparison is stored already or the pixels are equal
 * @throws RATE_LIMITED, INTERNAL
 */
export async function comparePairWithElements(
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  pair: ComparedPair,
  input: ComparisonOptions,
  elements: ComparedElements | undefined,
): Promise<{ comparison: ComparisonRow; facts?: PairFacts | undefined }> {
  const { options, key } = identityOf(pair, input);
  const known = await findComparison(ctx, key);
  if (known) return { comparison: known };
  const result = await compare(ctx, pair, { ...input, elements }, ctx.signal);
  return { comparison: await findOrStoreComparison(ctx, key, options, result), facts: result.facts };
}

interface ComparisonKey {
  baselineId: string;
  comparisonId: string;
  /** Hash of the options. */
  hash: string;
}

/** Identity of the comparison of a pair, and its options as they are stored. */
function identityOf(
  { baseline, comparison }: ComparedPair,
  input: ComparisonOptions,
): { options: string; key: ComparisonKey } {
  const { options, hash } = canonicalOptions(input);
  return { options, key: { baselineId: baseline.id, comparisonId: comparison.id, hash } };
}

async function findComparison(ctx: Context<'pool'>, key: ComparisonKey): Promise<ComparisonRow | undefined> {
  const row = await FIND.first(ctx.services.pool, key);
  return row && readComparison(row);
}

async function requireComparablePair(
  ctx: Context<'pool'>,
  ids: Record<'baselineId' | 'comparisonId', string>,
): Promise<ComparedPair> {
  const pair: [string, string] = [ids.baselineId, ids.comparisonId];
  const [baseline, comparison] = await requireSnapshotPair(ctx, pair, 'snapshot.compare');
  const problems = [...readinessProblems('baselineId', baseline), ...readinessProblems('comparisonId', comparison)];
  if (baseline.projectId !== comparison.projectId)
    problems.push(fieldProblem('comparisonId', 'must be a snapshot of the same project as baselineId'));
  const [factor, other] = [baseline.deviceScaleFactor, comparison.deviceScaleFactor];
  if (factor !== other)
    problems.push(
      fieldProblem('comparisonId', `has deviceScaleFactor ${other}, baselineId ${factor}; both must be equal`),
    );
  if (problems.length > 0) throw badFields(problems);
  return { baseline: toComparedSnapshot(baseline), comparison: toComparedSnapshot(comparison) };
}

/** Members of a completed snapshot for a comparison. */
export const toComparedSnapshot = ({
  id,
  imageKey,
  recordKey,
  imageWidth,
  imageHeight,
  stylesHash,
}: SnapshotRow): ComparedSnapshot => ({
  id,
  recordKey,
  imageKey: imageKey ?? '',
  imageWidth: imageWidth ?? 0,
  imageHeight: imageHeight ?? 0,
  stylesHash,
  tileHashes: null,
});

function readinessProblems(argument: string, { status, imageKey }: SnapshotAccess): FieldProblem[] {
  if (status === SnapshotStatus.processing)
    return [fieldProblem(argument, 'the snapshot is being processed; retry when its status is completed')];
  if (status === SnapshotStatus.failed || !imageKey)
    return [fieldProblem(argument, 'the snapshot failed and has no image; take it again')];
  return [];
}

const HASHES = statement(
  'compare-snapshots/hashes',
  'SELECT id, tile_hashes AS hashes FROM snapshots WHERE id = ANY($ids::uuid[])',
).narrow<{ hashes: Buffer | null }>();

/** Adds the tile hashes, which are too large for the general query of snapshots. */
async function withTileHashes(ctx: Context<'pool'>, { baseline, comparison }: ComparedPair): Promise<ComparedPair> {
  const rows = await HASHES.rows(ctx.services.pool, { ids: [baseline.id, comparison.id] });
  const hashes = new Map(rows.map((row) => [row.id, row.hashes]));
  return {
    baseline: { ...baseline, tileHashes: hashes.get(baseline.id) ?? null },
    comparison: { ...comparison, tileHashes: hashes.get(comparison.id) ?? null },
  };
}

/** @throws RATE_LIMITED, INTERNAL */
async function compare(
  ctx: Context<'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  images: ComparedPair,
  { threshold, alignRows, ignore, elements }: ComparisonOptions & { elements?: ComparedElements | undefined },
  signal: AbortSignal | undefined,
): Promise<ComparisonResult & { facts?: PairFacts }> {
  const pair = await withTileHashes(ctx, images);
  const isEqual = haveSameImage(pair) || hasEqualPixels(pair);
  if (isEqual && haveSameStyles(pair)) return unchangedResult(pair);
  ctx.logger.debug({ baseline: pair.baseline.id, comparison: pair.comparison.id }, 'comparing snapshots');
  const toError = async (error: unknown) => {
    throw await toComparisonError(ctx, pair, error);
  };
  if (isEqual) {
    const size = { width: pair.baseline.imageWidth, height: pair.baseline.imageHeight };
    const prepare = async () => ({ kind: 'records' as const, ...(await loadRecords(ctx, pair)), size, ignore });
    return ctx.services.diffWorkers.run(prepare, signal).catch(toError);
  }
  const options = { threshold, alignRows, ignore };
  const prepare = async () => ({ kind: 'compare' as const, ...(await loadPictures(ctx, pair)), options, elements });
  return ctx.services.diffWorkers.run(prepare, signal).catch(toError);
}

const haveSameImage = ({ baseline, comparison }: ComparedPair): boolean => baseline.imageKey === comparison.imageKey;

/**
 * Whether texts and styles of all elements are equal, as far as is known: that of old snapshots is
 * not. Fonts may differ where pixels do not, and lists of elements are slow to read.
 */
export const haveSameStyles = ({ baseline, comparison }: Record<Side, Pick<ComparedSnapshot, 'stylesHash'>>): boolean =>
  baseline.stylesHash === null || comparison.stylesHash === null || baseline.stylesHash === comparison.stylesHash;

const unchangedResult = ({ baseline: { imageWidth, imageHeight } }: ComparedPair): ComparisonResult => ({
  width: imageWidth,
  height: imageHeight,
  diffPixels: 0,
  regions: [],
  shifts: [],
});

/** Compares the tile hashes, without reading the images. */
const hasEqualPixels = ({ baseline, comparison }: ComparedPair): boolean =>
  baseline.tileHashes !== null &&
  comparison.tileHashes !== null &&
  differingRows(baseline.tileHashes, comparison.tileHashes)?.length === 0;

async function findOrStoreComparison(
  ctx: Context<'pool'>,
  key: ComparisonKey,
  options: string,
  result: ComparisonResult,
): Promise<ComparisonRow> {
  const { regions, shifts, width, height, diffPixels } = result;
  const json = { regions: JSON.stringify(regions), shifts: JSON.stringify(shifts) };
  const values = { id: newId(), ...key, options, width, height, diffPixels, ...json };
  try {
    return readComparison(await FIND_OR_STORE.one(ctx.services.pool, values));
  } catch (error) {
    // A snapshot was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Snapshot') : error;
  }
}
