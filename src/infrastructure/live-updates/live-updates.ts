import { Channel } from '../../lib/channel.ts';

/** Reader of a subscription, with the data needed to recheck its access. */
export interface Subscriber {
  organizationId: string;
  /** Topic of the updates, such as a project's or an organization's id. */
  topic: string;
  /** Null for a visitor. */
  userId: string | null;
  /** Generation of the user's access token. */
  tokenGeneration?: number;
  /** Access token of the subscriber, in the version that opened the stream. */
  grant?: { id: string; version: number };
  /** Whether the user was a guest when the stream was opened. */
  isGuest?: boolean;
  /**
   * Listed projects of a member, sorted, when a stream of an organization was opened; null for all.
   */
  projectIds?: readonly string[] | null;
}

/** Subscriptions of one process, by topic and by the organization that controls access. */
class Subscribers<T> {
  private readonly ofTopics = new Map<string, Set<Channel<T>>>();
  private readonly ofOrganizations = new Map<string, Map<Channel<T>, Subscriber>>();
  count = 0;

  add(reader: Subscriber, channel: Channel<T>): void {
    const ofTopic = this.ofTopics.get(reader.topic) ?? new Set();
    this.ofTopics.set(reader.topic, ofTopic.add(channel));
    const ofOrganization = this.ofOrganizations.get(reader.organizationId) ?? new Map();
    this.ofOrganizations.set(reader.organizationId, ofOrganization.set(channel, reader));
    this.count += 1;
  }

  remove({ topic, organizationId }: Subscriber, channel: Channel<T>): void {
    const ofTopic = this.ofTopics.get(topic);
    if (!ofTopic?.delete(channel)) return;
    if (ofTopic.size === 0) this.ofTopics.delete(topic);
    const ofOrganization = this.ofOrganizations.get(organizationId);
    ofOrganization?.delete(channel);
    if (ofOrganization?.size === 0) this.ofOrganizations.delete(organizationId);
    this.count -= 1;
  }

  hasTopic(topic: string): boolean {
    return this.ofTopics.has(topic);
  }

  hasOrganization(id: string): boolean {
    return this.ofOrganizations.has(id);
  }

  topics(): string[] {
    return [...this.ofTopics.keys()];
  }

  organizationIds(): string[] {
    return [...this.ofOrganizations.keys()];
  }

  ofTopic(topic: string): Iterable<Channel<T>> {
    return this.ofTopics.get(topic) ?? [];
  }

  /** Returns a copy, because ending a channel removes it. */
  ofOrganization(id: string): [Channel<T>, Subscriber][] {
    return [...(this.ofOrganizations.get(id) ?? [])];
  }
}

/**
 * Reference to a committed change. Payloads stay small: each subscriber's process reads the rows.
 */
export interface LiveReference {
  /** Updated topic: a project, or an organization in which a member lost access. */
  topic: string;
  /** Id of the event, or of another update of the topic. */
  id: string;
  /** Organization of an updated project, whose subscribers get the update too. */
  organization?: string;
}

/** Transports references to every process, including this one. */
export interface LiveTransport {
  publish(references: LiveReference[]): Promise<void>;
  /**
   * Receives the references of every process from now on.
   * @param missed is called when the transport has recovered and may have lost references
   */
  listen(receive: (references: LiveReference[]) => void, missed: (since: Date) => void): Promise<void>;
  close(): Promise<void>;
}

/** Loads the updates for subscribers, once per process and id. */
export type LoadUpdates<T> = (ids: string[]) => Promise<{ topic: string; organization?: string; update: T }[]>;

/** Returns the ids published for these topics since a time, or about to be published. */
export type FindMissed = (since: Date, topics: string[]) => Promise<string[]>;

/** Returns the readers that have lost access, with one query for all of them. */
export type FindRevoked = (readers: Subscriber[]) => Promise<Subscriber[]>;

export interface LiveUpdates<T> {
  publish(references: LiveReference[]): Promise<void>;
  /**
   * Subscribes to the reader's topic; undefined without access. The iterator ends when a signal
   * aborts, when the reader loses access or falls too far behind, on close, and when an update
   * could not be loaded: an open stream has not skipped any update.
   */
  subscribe(reader: Subscriber, signals?: AbortSignal[]): Promise<AsyncIterableIterator<T> | undefined>;
  /** Ends every subscription of this process. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/** Connects a transport to the subscribers of this process. */
export async function createLiveUpdates<T>(options: {
  transport: LiveTransport;
  load: LoadUpdates<T>;
  findMissed: FindMissed;
  findLost: FindRevoked;
  onError: (error: unknown) => void;
  onSubscribers?: (count: number) => void;
}): Promise<LiveUpdates<T>> {
  const subscribers = new Subscribers<T>();
  const counted = () => options.onSubscribers?.(subscribers.count);

  function endStreams(topics: string[]): void {
    for (const topic of topics) for (const channel of [...subscribers.ofTopic(topic)]) channel.end();
  }

  /** Delivers updates of these topics to their readers; ends the streams if loading fails. */
  async function deliver(topics: string[], findIds: () => Promise<string[]>): Promise<void> {
    try {
      for (const { topic, organization, update } of await options.load(await findIds())) {
        for (const channel of subscribers.ofTopic(topic)) channel.push(update);
        if (organization) for (const channel of subscribers.ofTopic(organization)) channel.push(update);
      }
    } catch (error) {
      endStreams(topics);
      throw error;
    }
  }

  /**
   * Ends the streams of readers that lost access, unread updates included; all streams if the check
   * fails.
   */
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

  // Batches run sequentially, so that subscribers see updates in the order of publication.
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch(options.onError);
  };
  await options.transport.listen(
    (references) => {
      const organizations = references.map(({ topic }) => topic).filter((topic) => subscribers.hasOrganization(topic));
      if (organizations.length > 0) inTurn(() => lookAgain([...new Set(organizations)]));
      const wanted = references.filter((reference) => topicsOf(reference).some((topic) => subscribers.hasTopic(topic)));
      const topics = [...new Set(wanted.flatMap(topicsOf))];
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
      // Checked after registration: an earlier loss of access has not ended this stream.
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

const topicsOf = ({ topic, organization }: LiveReference): string[] => (organization ? [topic, organization] : [topic]);

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
          for (const [onReferences] of listeners) onReferences(references);
        },
        (since) => {
          for (const [, onMissed] of listeners) onMissed(since);
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
