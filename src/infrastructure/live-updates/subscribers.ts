import type { Channel } from '../../lib/channel.ts';

/** Who reads a subscription, for its right to be looked at again. */
export interface Reader {
  organizationId: string;
  /** What the updates are of, such as a project's id. */
  topic: string;
  /** Null for a visitor. */
  userId: string | null;
  /** Of the access token that the user came with. */
  tokenGeneration?: number;
}

/** The subscriptions of one process, by topic and by the organization that gives or takes the right to them. */
export class Subscribers<T> {
  private readonly ofTopics = new Map<string, Set<Channel<T>>>();
  private readonly ofOrganizations = new Map<string, Map<Channel<T>, Reader>>();
  count = 0;

  add(reader: Reader, channel: Channel<T>): void {
    const ofTopic = this.ofTopics.get(reader.topic) ?? new Set();
    this.ofTopics.set(reader.topic, ofTopic.add(channel));
    const ofOrganization = this.ofOrganizations.get(reader.organizationId) ?? new Map();
    this.ofOrganizations.set(reader.organizationId, ofOrganization.set(channel, reader));
    this.count += 1;
  }

  remove({ topic, organizationId }: Reader, channel: Channel<T>): void {
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

  /** A copy: channels that are ended while it is read leave. */
  ofOrganization(id: string): [Channel<T>, Reader][] {
    return [...(this.ofOrganizations.get(id) ?? [])];
  }
}
