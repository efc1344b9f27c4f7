/** Runs `work` at most once per frame, however often the result is called. Nothing runs while the page is hidden. */
export function perFrame(work: () => void, signal: AbortSignal): () => void {
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
 * Runs `work` some time after the first of a burst of calls; what is called meanwhile counts for the next run. A page that changes all the time is not made slower by it:
 * the pause grows with what the last run cost, so that the work takes a tenth of the time at most.
 */
export function inPauses(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): () => void {
  let timer = 0;
  let pause = pauseMs;
  let isWorking = false;
  let isWanted = false;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const call = () => {
    if (isWorking) isWanted = true;
    else if (!timer && !signal.aborted) timer = window.setTimeout(run, pause);
  };
  const run = async () => {
    timer = 0;
    [isWorking, isWanted] = [true, false];
    const started = performance.now();
    await work();
    pause = Math.max(pauseMs, 10 * (performance.now() - started));
    isWorking = false;
    if (isWanted) call();
  };
  return call;
}
