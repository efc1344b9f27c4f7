import type { Channel } from './channel.ts';

/** Who reads a subscription, for its right to be looked at again. */
export interface Reader {
  organizationId: string;
  projectId: string;
  /** Null for a visitor. */
  userId: string | null;
}

/** The subscriptions of one process, by project and by the organization that gives or takes the right to them. */
export class Subscribers<T> {
  private readonly ofProjects = new Map<string, Set<Channel<T>>>();
  private readonly ofOrganizations = new Map<string, Map<Channel<T>, Reader>>();
  count = 0;

  add(reader: Reader, channel: Channel<T>): void {
    const ofProject = this.ofProjects.get(reader.projectId) ?? new Set();
    this.ofProjects.set(reader.projectId, ofProject.add(channel));
    const ofOrganization = this.ofOrganizations.get(reader.organizationId) ?? new Map();
    this.ofOrganizations.set(reader.organizationId, ofOrganization.set(channel, reader));
    this.count += 1;
  }

  remove({ projectId, organizationId }: Reader, channel: Channel<T>): void {
    const ofProject = this.ofProjects.get(projectId);
    if (!ofProject?.delete(channel)) return;
    if (ofProject.size === 0) this.ofProjects.delete(projectId);
    const ofOrganization = this.ofOrganizations.get(organizationId);
    ofOrganization?.delete(channel);
    if (ofOrganization?.size === 0) this.ofOrganizations.delete(organizationId);
    this.count -= 1;
  }

  hasProject(id: string): boolean {
    return this.ofProjects.has(id);
  }

  hasOrganization(id: string): boolean {
    return this.ofOrganizations.has(id);
  }

  projectIds(): string[] {
    return [...this.ofProjects.keys()];
  }

  organizationIds(): string[] {
    return [...this.ofOrganizations.keys()];
  }

  ofProject(id: string): Iterable<Channel<T>> {
    return this.ofProjects.get(id) ?? [];
  }

  /** A copy: channels that are ended while it is read leave. */
  ofOrganization(id: string): [Channel<T>, Reader][] {
    return [...(this.ofOrganizations.get(id) ?? [])];
  }
}
