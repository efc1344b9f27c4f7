import type { CollectedBatch, DailyCounts } from '../../collection.ts';

type Sums = Map<string, DailyCounts>;

/**
 * What the batches of a group add to the daily counts, as JSON: of each page once, with its first batch, and empty with the
 * others. A batch that tells of the page's structure keeps its own.
 */
export function countsTogether(batches: CollectedBatch[]): string[] {
  const pages = new Map<string, Sums>();
  const sums = batches.map((batch) => {
    if (batch.structure || batch.changes) return addTo(new Map(), batch);
    const page = `${batch.projectId} ${batch.urlKey}`;
    const known = pages.get(page);
    if (known) {
      addTo(known, batch);
      return undefined;
    }
    const own = addTo(new Map(), batch);
    pages.set(page, own);
    return own;
  });
  return sums.map((own) => (own ? JSON.stringify([...own.values()]) : ''));
}

function addTo(sums: Sums, { counts }: CollectedBatch): Sums {
  for (const count of counts) {
    const key = `${count.day}${count.selector}`;
    const sum = sums.get(key);
    if (sum) add(sum, count);
    else sums.set(key, { ...count });
  }
  return sums;
}

function add(sum: DailyCounts, { views, clicks, hovers, inputs }: DailyCounts): void {
  if (views) sum.views = (sum.views ?? 0) + views;
  if (clicks) sum.clicks = (sum.clicks ?? 0) + clicks;
  if (hovers) sum.hovers = (sum.hovers ?? 0) + hovers;
  if (inputs) sum.inputs = (sum.inputs ?? 0) + inputs;
}
