import { quietly } from './guard.ts';

/** Longest stretch of work, milliseconds: a page that is to draw 60 frames a second has room for it. */
const SLICE_MS = 6;
/**
 * After the next frame the first slice waits for idle time no longer than this, milliseconds: a page that loads has its layout
 * to do,
 */
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
  afterLayout(() => whenIdle(slice, PATIENCE_MS));
}

/** A page that draws no frame for so long is not waited for, milliseconds. */
const FRAME_WITHIN_MS = 1_000;

/**
 * Calls once the page is laid out, or goes: whoever asks for a size before has all of it laid out at once. A page that nobody sees
 * draws no frame, and keeps nobody waiting.
 */
export function afterLayout(work: () => void): void {
  const waiting = new AbortController();
  const call = quietly(() => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    work();
  });
  if (document.visibilityState === 'hidden') {
    call();
    return;
  }
  requestAnimationFrame(() => setTimeout(call));
  setTimeout(call, FRAME_WITHIN_MS);
  addEventListener('pagehide', call, { capture: true, passive: true, signal: waiting.signal });
}

function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout });
  else setTimeout(work, 50);
}
