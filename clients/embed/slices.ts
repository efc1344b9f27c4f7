import { quietly } from './guard.ts';

/** Longest stretch of work, milliseconds: a page that is to draw 60 frames a second has room for it. */
const SLICE_MS = 6;
/** The first slice waits for idle time no longer than this, milliseconds: a page that loads has its layout to do, */
const PATIENCE_MS = 2_000;
/**
 * and the others no longer than this. A page that is never idle gives 3 % of its time; with more patience, a look at
 * 5 000 elements would take a minute there.
 */
const PATIENCE_BETWEEN_MS = 200;

interface Work {
  begin(): void;
  step(): boolean;
  isOver(): boolean;
  done(): void;
}

/**
 * Does work in idle slices, each after a `begin`. `step` does a small part and says whether more is left; what is `done` then has a
 * slice of its own. Nothing more is done once `isOver`.
 */
export function inSlices({ begin, step, isOver, done }: Work): void {
  const slice = quietly(() => {
    if (isOver()) return;
    begin();
    const end = performance.now() + SLICE_MS;
    do {
      if (!step()) {
        whenIdle(
          quietly(() => isOver() || done()),
          PATIENCE_BETWEEN_MS,
        );
        return;
      }
    } while (performance.now() < end);
    whenIdle(slice, PATIENCE_BETWEEN_MS);
  });
  whenIdle(slice, PATIENCE_MS);
}

function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout });
  else setTimeout(work, 50);
}
