/** How long what is stored waits for being counted, so that one counting takes many batches, milliseconds. */
const GATHER_MS = 500;

/** Runs the counting once for all nudges within a moment, never twice at once. */
export function createCountingTrigger(run: () => Promise<unknown>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function start(): void {
    timer = undefined;
    again = false;
    running = run()
      .then(() => undefined, onError)
      .finally(() => {
        running = undefined;
        if (again) nudge();
      });
  }

  function nudge(): void {
    if (running) again = true;
    else timer ??= setTimeout(start, GATHER_MS);
  }

  return {
    nudge,
    /** Counts what waits, and is quiet from then on. */
    async settled(): Promise<void> {
      if (timer) {
        clearTimeout(timer);
        start();
      }
      again = false;
      await running;
    },
  };
}
