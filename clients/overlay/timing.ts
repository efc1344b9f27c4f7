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

/** How long ago something was, in words: "just now", "5 min ago", "3 h ago", "2 d ago", and the date after a month. */
export function ago(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
  if (minutes < 60 * 24 * 30) return `${Math.floor(minutes / 60 / 24)} d ago`;
  return new Date(iso).toLocaleDateString('en', { dateStyle: 'medium' });
}
