import { Channel } from './channel.ts';

/** Values that are read again and again while somebody watches, once for all who watch in this process. */
export interface Polling<T> {
  /** The value of a key now, and each time it has changed, until the reader leaves. */
  watch(key: string): AsyncIterableIterator<T>;
}

interface Watched<T> {
  channels: Set<Channel<T>>;
  /** The value that was sent last, and its JSON, by which a change is known. */
  told?: { text: string; value: T };
}

export function createPolling<T>(options: {
  everyMs: number;
  /** Reads the values of all these keys at once. */
  load: (keys: string[]) => Promise<Map<string, T>>;
  onError: (error: unknown) => void;
}): Polling<T> {
  const watched = new Map<string, Watched<T>>();
  let timer: NodeJS.Timeout | undefined;
  let reading = false;

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      for (const [key, value] of await options.load([...watched.keys()])) tell(key, value);
    } catch (error) {
      options.onError(error);
    } finally {
      reading = false;
    }
  }

  function tell(key: string, value: T): void {
    const found = watched.get(key);
    const text = JSON.stringify(value);
    if (!found || found.told?.text === text) return;
    found.told = { text, value };
    for (const channel of found.channels) channel.push(value);
  }

  function remove(key: string, channel: Channel<T>): void {
    const found = watched.get(key);
    found?.channels.delete(channel);
    if (found?.channels.size === 0) watched.delete(key);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(key) {
      const channel = new Channel<T>(() => remove(key, channel));
      const found = watched.get(key) ?? { channels: new Set() };
      watched.set(key, found);
      found.channels.add(channel);
      if (found.told) channel.push(found.told.value);
      timer ??= setInterval(read, options.everyMs).unref();
      void read();
      return channel;
    },
  };
}
