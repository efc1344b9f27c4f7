/** Runs the relay once for any number of nudges that come while it is busy, and once more for those that came late. */
export function createRelayTrigger(run: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;

  async function drain(): Promise<void> {
    do {
      again = false;
      try {
        await run();
      } catch (error) {
        onError(error);
      }
    } while (again);
    running = undefined;
  }

  return {
    nudge(): void {
      if (running) again = true;
      else running = drain();
    },
    /** Resolves when nothing is running any more. */
    async settled(): Promise<void> {
      await running;
    },
  };
}
