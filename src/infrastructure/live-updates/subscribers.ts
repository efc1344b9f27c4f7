import type { Channel } from '../../lib/channel.ts';

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
export class Subscribers<T> {
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
