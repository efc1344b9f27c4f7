import type { Context } from '../../context.ts';
import type { CollectedBatch, DailyCounts } from '../../types/collection.ts';
import { addCounts } from '../addons/collection/merge-counts.ts';
import { createDailySums } from './daily-sums.ts';

/** What a batch takes besides its texts, with its places in three indexes. */
const ROW_BYTES = 512;
/** And what its session has seen of the page. */
const SEEN_BYTES = 512;

const lengthOf = (text: string) => Buffer.byteLength(text);

/** Bytes that a batch takes in the database before compression. Its session stands in an index too. */
function storedBytes({ events, url, userAgent, sessionId, structure }: CollectedBatch): number {
  const session = 2 * lengthOf(sessionId);
  const row = ROW_BYTES + session + lengthOf(events) + lengthOf(url) + lengthOf(userAgent ?? '');
  return structure ? row + SEEN_BYTES + session : row;
}

/**
 * What may be stored of a batch. Beyond the bytes of its project's hour it counts for its page, and for the plan, and nothing more of it
 * is kept than what a repeat is known by, which takes 280 bytes; beyond the room for structures, nothing of what it tells of the page.
 */
export async function withinRoom(ctx: Context, batch: CollectedBatch): Promise<CollectedBatch> {
  const { collection, metrics } = ctx.services;
  const { eventRoom, structureRoom } = collection;
  const isKept = (await eventRoom.take(batch.projectId, ctx.ip, storedBytes(batch))) === undefined;
  if (isKept && (await structureRoom.takeFor(batch))) return batch;
  if (batch.structure || batch.changes) metrics.structuresLeftOut.inc({ reason: 'room' });
  return isKept ? { ...batch, structure: null, changes: null } : countedAlone(batch);
}

const countedAlone = (batch: CollectedBatch): CollectedBatch => ({
  ...batch,
  sessionId: '',
  url: '',
  userAgent: null,
  events: '[]',
  counts: countsOfPage(batch.counts),
  structure: null,
  changes: null,
});

/** What waits for being counted is bounded too: elements of a batch can take as much as its events. */
function countsOfPage(counts: DailyCounts[]): DailyCounts[] {
  const sums = createDailySums();
  for (const count of counts) addCounts(sums.of(count.day, ''), count);
  return sums.all();
}
