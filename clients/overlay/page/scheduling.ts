/**
 * Returns a function that runs `work` at most once per frame. Nothing runs while the page is
 * hidden.
 */
export function oncePerFrame(work: () => void, signal: AbortSignal): () => void {
  let frame = 0;
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  return () => {
    if (frame || signal.aborted) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      work();
    });
  };
}

/**
 * Returns a function that runs `work` after a pause; calls during the pause or a run are merged
 * into one run. The pause grows with the duration of the last run, so that `work` takes at most a
 * tenth of the time on a page that changes constantly.
 */
export function throttleWork(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): () => void {
  let timer = 0;
  let pause = pauseMs;
  let isRunning = false;
  let isRequested = false;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const call = () => {
    if (isRunning) isRequested = true;
    else if (!timer && !signal.aborted) timer = window.setTimeout(run, pause);
  };
  const run = async () => {
    timer = 0;
    [isRunning, isRequested] = [true, false];
    const started = performance.now();
    await work();
    pause = Math.max(pauseMs, 10 * (performance.now() - started));
    isRunning = false;
    if (isRequested) call();
  };
  return call;
}
