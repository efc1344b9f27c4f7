import { Channel } from '../../lib/channel.ts';
import { type Reader, Subscribers } from './subscribers.ts';

/** Names what was committed. Payloads stay small: a subscriber's process reads the rows itself. */
export interface LiveReference {
  /** What has an update, such as a project, or the organization where somebody lost a right. */
  topic: string;
  /** Of the event, or of whatever else the subscribers of the topic are shown. */
  id: string;
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

/** Reads what subscribers are shown, once per process and id, however many subscribers there are. */
export type LoadUpdates<T> = (ids: string[]) => Promise<{ topic: string; update: T }[]>;

/** Names what was published of these topics since, or soon will be. */
export type FindMissed = (since: Date, topics: string[]) => Promise<string[]>;

/** Of these readers, those who may not read any more: one look for all of them. */
export type FindLost = (readers: Reader[]) => Promise<Reader[]>;

export interface LiveUpdates<T> {
  publish(references: LiveReference[]): Promise<void>;
  /**
   * Updates of the reader's topic from now on; undefined when the reader has no right to them. The iterator ends when
   * one of the signals aborts, when the reader loses its right, on close, when the reader falls too far behind, and when
   * an update could not be read: a stream that is open has left out none.
   */
  subscribe(reader: Reader, signals?: AbortSignal[]): Promise<AsyncIterableIterator<T> | undefined>;
  /** Ends every subscription of this process. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/** Joins a transport to this process's subscribers. */
export async function createLiveUpdates<T>(options: {
  transport: LiveTransport;
  load: LoadUpdates<T>;
  findMissed: FindMissed;
  findLost: FindLost;
  onError: (error: unknown) => void;
  onSubscribers?: (count: number) => void;
}): Promise<LiveUpdates<T>> {
  const subscribers = new Subscribers<T>();
  const counted = () => options.onSubscribers?.(subscribers.count);

  function endStreams(topics: string[]): void {
    for (const topic of topics) for (const channel of [...subscribers.ofTopic(topic)]) channel.end();
  }

  /** Shows what was published of these topics to their readers; ends their streams when it cannot be read. */
  async function deliver(topics: string[], findIds: () => Promise<string[]>): Promise<void> {
    try {
      for (const { topic, update } of await options.load(await findIds())) {
        for (const channel of subscribers.ofTopic(topic)) channel.push(update);
      }
    } catch (error) {
      endStreams(topics);
      throw error;
    }
  }

  /** Ends the streams of those who lost their right, with what they have not read yet; all, when that cannot be told. */
  async function lookAgain(organizationIds: string[]): Promise<void> {
    const streams = organizationIds.flatMap((id) => subscribers.ofOrganization(id));
    const readers = streams.map(([, reader]) => reader);
    let lost = new Set(readers);
    try {
      lost = new Set(await options.findLost(readers));
    } finally {
      for (const [channel, reader] of streams) if (lost.has(reader)) await channel.return();
    }
  }

  // One batch after the other, so that a subscriber sees updates in the order they were published in.
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch(options.onError);
  };
  await options.transport.listen(
    (references) => {
      const organizations = references.map(({ topic }) => topic).filter((topic) => subscribers.hasOrganization(topic));
      if (organizations.length > 0) inTurn(() => lookAgain([...new Set(organizations)]));
      const wanted = references.filter(({ topic }) => subscribers.hasTopic(topic));
      const topics = [...new Set(wanted.map(({ topic }) => topic))];
      if (wanted.length > 0) inTurn(() => deliver(topics, async () => wanted.map(({ id }) => id)));
    },
    (since) => {
      inTurn(() => lookAgain(subscribers.organizationIds()));
      inTurn(() => {
        const topics = subscribers.topics();
        return deliver(topics, () => options.findMissed(since, topics));
      });
    },
  );

  return {
    publish: (references) => options.transport.publish(references),
    async subscribe(reader, signals = []) {
      const channel = new Channel<T>(() => {
        subscribers.remove(reader, channel);
        counted();
      });
      subscribers.add(reader, channel);
      counted();
      channel.endWith(signals);
      // Looked at once it is there: a right that was lost before has ended no stream.
      let isLost = true;
      try {
        isLost = (await options.findLost([reader])).length > 0;
      } finally {
        if (isLost) await channel.return();
      }
      return isLost ? undefined : channel;
    },
    endSubscriptions: () => endStreams(subscribers.topics()),
    async close() {
      endStreams(subscribers.topics());
      await options.transport.close();
    },
  };
}
