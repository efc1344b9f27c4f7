import type { Context } from '../../../context.ts';
import type { CollectedBatch, DailyCounts } from '../../../types/collection.ts';
import { addCounts, createDailySums } from './merge-counts.ts';

/** Size of a batch row and its entries in three indexes, without its texts. */
const ROW_BYTES = 512;
/** Size of the row that links the session to a page structure. */
const SESSION_STRUCTURE_BYTES = 512;

const byteLength = (text: string) => Buffer.byteLength(text);

/** Bytes of a batch in the database before compression. Its session id is indexed too. */
function storedBytes({ events, url, userAgent, sessionId, structure }: CollectedBatch): number {
  const session = 2 * byteLength(sessionId);
  const row = ROW_BYTES + session + byteLength(events) + byteLength(url) + byteLength(userAgent ?? '');
  return structure ? row + SESSION_STRUCTURE_BYTES + session : row;
}

/**
 * Reduces a batch to the quotas of its project. Over the hourly quota it only adds to the counts of
 * its page and to the plan's usage; its row of 280 bytes identifies repeats. Over the structure
 * quota it loses its page structure and changes.
 */
export async function applyQuota(
  ctx: Context<'collection' | 'metrics'>,
  batch: CollectedBatch,
): Promise<CollectedBatch> {
  const { collection, metrics } = ctx.services;
  const { eventQuota, structureQuota } = collection;
  const isKept = (await eventQuota.consume(batch.projectId, ctx.ip, storedBytes(batch))) === undefined;
  if (isKept && (await structureQuota.consumeFor(batch))) return batch;
  if (batch.structure || batch.changes) metrics.structuresLeftOut.inc({ reason: 'room' });
  return isKept ? { ...batch, structure: null, changes: null } : toCountersOnly(batch);
}

const toCountersOnly = (batch: CollectedBatch): CollectedBatch => ({
  ...batch,
  sessionId: '',
  url: '',
  userAgent: null,
  events: '[]',
  counts: countsOfPage(batch.counts),
  structure: null,
  changes: null,
});

/**
 * Merges the counts of all elements into those of their page, because pending counts of elements
 * can be as large as the events.
 */
function countsOfPage(counts: DailyCounts[]): DailyCounts[] {
  const sums = createDailySums();
  for (const count of counts) addCounts(sums.counterFor(count.day, ''), count);
  return sums.all();
}
