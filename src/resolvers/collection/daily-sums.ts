import type { DailyCounts } from '../../types/collection.ts';

/** Counts under way, one per day and selector. */
export interface DailySums {
  /** To add to. */
  of(day: string, selector: string): DailyCounts;
  all(): DailyCounts[];
}

export function createDailySums(): DailySums {
  const days = new Map<string, Map<string, DailyCounts>>();
  return {
    of(day, selector) {
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
