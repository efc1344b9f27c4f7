import type { CollectedBatch, DailyCounts } from '../../../types/collection.ts';
import { createDailySums, type DailySums } from '../../collection/daily-sums.ts';

/**
 * What the batches of a group add to the daily counts, as JSON: of each page once, with its first batch, and empty with the
 * others. A batch that tells of the page's structure keeps its own.
 */
export function countsTogether(batches: CollectedBatch[]): string[] {
  const pages = new Map<string, DailySums>();
  const sums = batches.map(({ projectId, urlKey, structure, changes, counts }) => {
    if (structure || changes) return counts;
    const page = `${projectId} ${urlKey}`;
    const known = pages.get(page);
    const own = known ?? createDailySums();
    for (const count of counts) addCounts(own.of(count.day, count.selector), count);
    if (known) return undefined;
    pages.set(page, own);
    return own;
  });
  return sums.map((own) => (own ? JSON.stringify(Array.isArray(own) ? own : own.all()) : ''));
}

export function addCounts(sum: DailyCounts, { views, clicks, hovers, inputs }: DailyCounts): void {
  if (views) sum.views = (sum.views ?? 0) + views;
  if (clicks) sum.clicks = (sum.clicks ?? 0) + clicks;
  if (hovers) sum.hovers = (sum.hovers ?? 0) + hovers;
  if (inputs) sum.inputs = (sum.inputs ?? 0) + inputs;
}
