import { Channel } from './channel.ts';

/** Names a committed event. Payloads stay small: a subscriber's process reads the rows itself. */
export interface LiveReference {
  eventId: string;
  projectId: string;
}

/** Carries references to every process, this one included. */
export interface LiveTransport {
  publish(references: LiveReference[]): Promise<void>;
  /**
   * Calls back for every reference of every process from now on.
   * @param missed is called when the transport works again after it may have lost references
   */
  listen(receive: (references: LiveReference[]) => void, missed: (since: Date) => void): Promise<void>;
  close(): Promise<void>;
}

/** Reads what subscribers are shown, once per process and event, however many subscribers there are. */
export type LoadUpdates<T> = (eventIds: string[]) => Promise<{ projectId: string; update: T }[]>;

/** Names the events of these projects that were published since, or soon will be. */
export type FindMissed = (since: Date, projectIds: string[]) => Promise<string[]>;

export interface LiveUpdates<T> {
  publish(references: LiveReference[]): Promise<void>;
  /**
   * Updates of one project from now on. The iterator ends when one of the signals aborts, on close, and when the
   * reader falls too far behind.
   */
  subscribe(projectId: string, signals?: AbortSignal[]): AsyncIterableIterator<T>;
  /** Ends every subscription of this process. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/** Joins a transport to this process's subscribers. */
export async function createLiveUpdates<T>(options: {
  transport: LiveTransport;
  load: LoadUpdates<T>;
  findMissed: FindMissed;
  onError: (error: unknown) => void;
  onSubscribers?: (count: number) => void;
}): Promise<LiveUpdates<T>> {
  const channels = new Map<string, Set<Channel<T>>>();
  let count = 0;

  const remove = (projectId: string, channel: Channel<T>) => {
    const ofProject = channels.get(projectId);
    if (!ofProject?.delete(channel)) return;
    if (ofProject.size === 0) channels.delete(projectId);
    count -= 1;
    options.onSubscribers?.(count);
  };

  function endSubscriptions(): void {
    for (const ofProject of [...channels.values()]) for (const channel of [...ofProject]) channel.end();
  }

  async function deliver(eventIds: string[]): Promise<void> {
    const updates = await options.load(eventIds);
    for (const { projectId, update } of updates) {
      for (const channel of channels.get(projectId) ?? []) channel.push(update);
    }
  }

  // One batch after the other, so that a subscriber sees updates in the order they were published in.
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch(options.onError);
  };
  await options.transport.listen(
    (references) => {
      const wanted = references.filter(({ projectId }) => channels.has(projectId));
      if (wanted.length > 0) inTurn(() => deliver(wanted.map(({ eventId }) => eventId)));
    },
    (since) => inTurn(async () => deliver(await options.findMissed(since, [...channels.keys()]))),
  );

  return {
    publish: (references) => options.transport.publish(references),
    subscribe(projectId, signals = []) {
      const channel = new Channel<T>(() => remove(projectId, channel));
      const ofProject = channels.get(projectId) ?? new Set();
      channels.set(projectId, ofProject.add(channel));
      count += 1;
      options.onSubscribers?.(count);
      channel.endWith(signals);
      return channel;
    },
    endSubscriptions,
    async close() {
      endSubscriptions();
      await options.transport.close();
    },
  };
}
