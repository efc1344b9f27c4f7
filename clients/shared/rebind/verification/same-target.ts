import type { Entry } from '../ranking/rank.ts';

/**
 * Whether two candidates count as one: an element and its parent, or an ancestor with no further
 * text. Which of them was clicked is chance.
 */
export function isSameTarget(a: Entry, b: Entry): boolean {
  const [outer, inner] = a.traits.steps.length < b.traits.steps.length ? [a, b] : [b, a];
  const [steps, deeper] = [outer.traits.steps, inner.traits.steps];
  const isNext = deeper.length - steps.length === 1;
  return (
    (isNext || a.traits.key === b.traits.key) &&
    deeper.length > steps.length &&
    steps.every((step, i) => step === deeper[i])
  );
}
