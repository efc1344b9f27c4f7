import { Channel } from './channel.ts';

/** Polls values while they have watchers; all watchers in this process share one poll. */
export interface SharedPoller<T> {
  /** Yields the current value of a key, then every changed value, until the reader returns. */
  watch(key: string): AsyncIterableIterator<T>;
}

interface Watched<T> {
  channels: Set<Channel<T>>;
  /** The value sent last, with its JSON for change detection. */
  lastValue?: { text: string; value: T };
}

export function createSharedPoller<T>(options: {
  everyMs: number;
  /** Reads the values of all keys in one call. */
  load: (keys: string[]) => Promise<Map<string, T>>;
  onError: (error: unknown) => void;
}): SharedPoller<T> {
  const watched = new Map<string, Watched<T>>();
  let timer: NodeJS.Timeout | undefined;
  let reading = false;

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      for (const [key, value] of await options.load([...watched.keys()])) publish(key, value);
    } catch (error) {
      options.onError(error);
    } finally {
      reading = false;
    }
  }

  function publish(key: string, value: T): void {
    const found = watched.get(key);
    const text = JSON.stringify(value);
    if (!found || found.lastValue?.text === text) return;
    found.lastValue = { text, value };
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
      if (found.lastValue) channel.push(found.lastValue.value);
      timer ??= setInterval(read, options.everyMs).unref();
      void read();
      return channel;
    },
  };
}
