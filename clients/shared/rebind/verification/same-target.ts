import type { Entry } from '../ranking/rank.ts';

/** Whether one of two candidates contains the other. */
export function isContained({ traits: { steps: a } }: Entry, { traits: { steps: b } }: Entry): boolean {
  const [outer, inner] = a.length < b.length ? [a, b] : [b, a];
  return outer.length < inner.length && outer.every((step, i) => step === inner[i]);
}

/**
 * Whether two candidates count as one: an element and its parent, or an ancestor with no further
 * text. Which of them was clicked is chance.
 */
export const isSameTarget = (a: Entry, b: Entry): boolean =>
  (Math.abs(a.traits.steps.length - b.traits.steps.length) === 1 || a.traits.key === b.traits.key) && isContained(a, b);
