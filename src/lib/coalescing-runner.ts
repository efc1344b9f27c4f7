/** Work that is to be done once for many reasons. */
export interface Trigger {
  /** There is work. While it runs, this leads to one more run. */
  nudge(): void;
  /** Does at once what waits. Resolves when nothing runs or waits any more. */
  settled(): Promise<void>;
}

/** @param options.gatherMs how long a run waits for further nudges, milliseconds. Default: not at all. */
export function createTrigger(
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { gatherMs = 0 }: { gatherMs?: number } = {},
): Trigger {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function start(): void {
    clearTimeout(timer);
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
    else if (gatherMs === 0) start();
    else timer ??= setTimeout(start, gatherMs);
  }

  return {
    nudge,
    async settled() {
      while (timer || running) {
        if (timer) start();
        await running;
      }
    },
  };
}
