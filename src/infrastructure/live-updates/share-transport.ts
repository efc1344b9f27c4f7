import type { LiveTransport } from './live-updates.ts';

/** Shares one transport between several kinds of updates; each ignores topics it does not know. */
export function shareTransport(transport: LiveTransport): LiveTransport {
  const listeners: Parameters<LiveTransport['listen']>[] = [];
  let listening: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  return {
    publish: transport.publish,
    listen(receive, missed) {
      listeners.push([receive, missed]);
      listening ??= transport.listen(
        (references) => {
          for (const [take] of listeners) take(references);
        },
        (since) => {
          for (const [, tell] of listeners) tell(since);
        },
      );
      return listening;
    },
    close() {
      closing ??= transport.close();
      return closing;
    },
  };
}
