import type { LiveTransport } from './live-updates.ts';

/** Lets several kinds of updates use one transport: each hears every topic, and takes those that it knows. */
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
