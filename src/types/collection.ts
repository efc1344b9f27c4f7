import type { GroupCommit } from '../lib/group-commit.ts';
import type { SharedPoller } from '../lib/shared-poller.ts';
import type { TtlCache } from '../lib/ttl-cache.ts';

/** Counts to add for a day and an element or, with an empty selector, the page. */
export type DailyCounts = { day: string; selector: string } & Partial<Activity>;

/** A validated batch of the embed script, as stored. */
export interface CollectedBatch {
  id: string;
  projectId: string;
  organizationId: string;
  /** Partition, `YYYY-MM-DD`. A repeated batch has the same. */
  day: string;
  /** Hexadecimal. */
  digest: string;
  sessionId: string;
  /** URL as sent. */
  url: string;
  /** Normalized URL. */
  urlKey: string;
  userAgent: string | null;
  receivedAt: Date;
  /** Offset to add to the visitor's clock, ms. */
  shiftMs: number;
  /** JSON. */
  events: string;
  eventCount: number;
  counts: DailyCounts[];
  structure: CollectedStructure | null;
  /** JSON: changes since the session's last structure. */
  changes: string | null;
}

export interface CollectedStructure {
  /** Hexadecimal. */
  hash: string;
  /** JSON. */
  content: string;
  /** Time by the visitor's clock, ms. */
  at: number;
}

/** Columns of a project that collecting needs. */
export interface CollectingProject {
  id: string;
  organizationId: string;
  /** Null: the default plan. */
  plan: string | null;
  publicFeedback: boolean;
  allowedOrigins: string[];
  respectDoNotTrack: boolean;
}

/** Event counts by type. */
export interface Activity {
  views: number;
  clicks: number;
  hovers: number;
  inputs: number;
}

/** One interaction of a visitor. */
export interface TimelineStep {
  type: string;
  at: Date;
  url: string;
  selector: string | null;
  text: string | null;
  position: { x: number; y: number } | null;
  inputType: string | null;
  valueLength: number | null;
}

/** Selects the last steps of a session up to a time. */
export interface TimelineQuery {
  projectId: string;
  sessionId: string;
  until: Date;
  last: number;
}

/** Storage quota for page structures per project. When it is used up, only events are stored. */
export interface StorageQuota {
  /**
   * Consumes quota for the structure in a batch.
   *
   * @returns whether the quota was sufficient
   */
  consumeFor(batch: CollectedBatch): Promise<boolean>;
  /** @returns whether the quota was sufficient */
  consume(projectId: string, bytes: number): Promise<boolean>;
}

/** Quota per project and hour for data of anyone with its public key. */
export interface HourlyQuota {
  /**
   * Consumes quota for bytes sent from an IP address.
   *
   * @returns undefined on success, else the time until quota may be available again, milliseconds
   */
  consume(projectId: string, address: string, bytes: number): Promise<number | undefined>;
}

/** Collecting services of a process. */
export interface Collection {
  /** Projects by key or id; undefined if unknown. */
  projects: TtlCache<CollectingProject | undefined>;
  /** Stores batches, many with one statement. */
  batches: GroupCommit<CollectedBatch>;
  eventQuota: HourlyQuota;
  structureQuota: StorageQuota;
  /** Schedules counting of stored batches. */
  wakeCounting(): void;
  /** Today's activity of projects with subscribers. */
  activity: SharedPoller<Activity>;
  /** Reads a session's steps, oldest first. Concurrent queries are batched. */
  sessionTimeline(query: TimelineQuery): Promise<TimelineStep[]>;
  /** Waits for batches in progress. */
  close(): Promise<void>;
}
