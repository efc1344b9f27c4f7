import type { Entry } from '../ranking/rank.ts';

/** An element and the one directly around it, or around it and saying no more, are one answer: which was clicked is chance. */
export function areKin(a: Entry, b: Entry): boolean {
  const [outer, inner] = a.traits.steps.length < b.traits.steps.length ? [a, b] : [b, a];
  const [steps, deeper] = [outer.traits.steps, inner.traits.steps];
  const isNext = deeper.length - steps.length === 1;
  return (
    (isNext || a.traits.key === b.traits.key) &&
    deeper.length > steps.length &&
    steps.every((step, i) => step === deeper[i])
  );
}
