import { listen } from '../shared/listen.ts';
import { suppressErrors } from './suppress-errors.ts';

/** Longest slice, ms: a page that renders 60 frames per second has that much time per frame. */
const SLICE_MS = 6;
/** Longest wait for idle time before the first slice, ms: a page that loads is busy with layout. */
const FIRST_IDLE_TIMEOUT_MS = 2_000;
/**
 * Longest wait before the other slices, ms. A page that is never idle spends 3 % of its time on
 * slices; a longer wait would stretch a scan of 5 000 elements to a minute.
 */
const IDLE_TIMEOUT_MS = 200;

interface Work {
  begin(): void;
  step(): boolean;
  isCanceled(): boolean;
  done(): void;
}

/**
 * Runs work in idle slices; `begin` runs at the start of each. `step` returns whether more work is
 * left. `done` runs in a slice of its own. Nothing runs once `isCanceled` returns true.
 */
export function runInIdleSlices({ begin, step, isCanceled, done }: Work): void {
  const slice = suppressErrors(() => {
    if (isCanceled()) return;
    begin();
    const end = performance.now() + SLICE_MS;
    do {
      if (!step()) {
        whenIdle(
          suppressErrors(() => isCanceled() || done()),
          IDLE_TIMEOUT_MS,
        );
        return;
      }
    } while (performance.now() < end);
    whenIdle(slice, IDLE_TIMEOUT_MS);
  });
  afterLayout(() => whenIdle(slice, FIRST_IDLE_TIMEOUT_MS));
}

/** Longest wait for a frame, ms. */
const FRAME_TIMEOUT_MS = 1_000;

/**
 * Calls back after the next layout, or on page exit: reading a size earlier would force a
 * synchronous layout of the whole page. Hidden pages render no frames, so the call is immediate.
 */
export function afterLayout(work: () => void): void {
  const lifetime = new AbortController();
  const call = suppressErrors(() => {
    if (lifetime.signal.aborted) return;
    lifetime.abort();
    work();
  });
  if (document.visibilityState === 'hidden') {
    call();
    return;
  }
  requestAnimationFrame(() => setTimeout(call));
  setTimeout(call, FRAME_TIMEOUT_MS);
  listen(lifetime.signal, window, 'pagehide', call, true);
}

function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout });
  else setTimeout(work, 50);
}
