import type { CollectedBatch, DailyCounts } from '../../../types/collection.ts';

/**
 * Merges the daily counts of a group of batches.
 *
 * @returns per batch, JSON: the counts of its page in the first batch of that page, '' in the
 *   others. A batch with a page structure or changes keeps its own counts.
 */
export function mergeCounts(batches: CollectedBatch[]): string[] {
  const pages = new Map<string, DailySums>();
  const sums = batches.map(({ projectId, urlKey, structure, changes, counts }) => {
    if (structure || changes) return counts;
    const page = `${projectId} ${urlKey}`;
    const known = pages.get(page);
    const own = known ?? createDailySums();
    for (const count of counts) addCounts(own.counterFor(count.day, count.selector), count);
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

/** Sums by day and selector. */
export interface DailySums {
  /** Finds or creates the counts of an element, to add to. */
  counterFor(day: string, selector: string): DailyCounts;
  all(): DailyCounts[];
}

export function createDailySums(): DailySums {
  const days = new Map<string, Map<string, DailyCounts>>();
  return {
    counterFor(day, selector) {
      let elements = days.get(day);
      if (!elements) {
        elements = new Map();
        days.set(day, elements);
      }
      let sum = elements.get(selector);
      if (!sum) {
        sum = { day, selector };
        elements.set(selector, sum);
      }
      return sum;
    },
    all: () => [...days.values()].flatMap((elements) => [...elements.values()]),
  };
}
