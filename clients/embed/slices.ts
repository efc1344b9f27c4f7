import { quietly } from './guard.ts';

/** Longest stretch of work, milliseconds: a page that is to draw 60 frames a second has room for it. */
const SLICE_MS = 6;
/** Work waits for idle time no longer than this, milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Does work in idle slices. `step` does a small part and says whether more is left; nothing more is done once `isOver`.
 */
export function inSlices(step: () => boolean, isOver: () => boolean, done: () => void): void {
  const slice = quietly(() => {
    if (isOver()) return;
    const end = performance.now() + SLICE_MS;
    do {
      if (!step()) {
        done();
        return;
      }
    } while (performance.now() < end);
    whenIdle(slice);
  });
  whenIdle(slice);
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: PATIENCE_MS });
  else setTimeout(work, 50);
}
