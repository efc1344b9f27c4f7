/** Runs work on request; requests that arrive while it runs are combined into one more run. */
export interface CoalescingRunner {
  /** Requests a run. */
  request(): void;
  /** Starts a delayed run at once. Resolves when nothing runs or is requested. */
  flush(): Promise<void>;
}

/** @param options.gatherMs delay of a run to gather further requests, milliseconds; default: 0 */
export function createCoalescingRunner(
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { gatherMs = 0 }: { gatherMs?: number } = {},
): CoalescingRunner {
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
        if (again) request();
      });
  }

  function request(): void {
    if (running) again = true;
    else if (gatherMs === 0) start();
    else timer ??= setTimeout(start, gatherMs);
  }

  return {
    request,
    async flush() {
      while (timer || running) {
        if (timer) start();
        await running;
      }
    },
  };
}
