import type { GroupCommit } from '../lib/group-commit.ts';
import type { Polling } from '../lib/shared-poller.ts';
import type { ShortCache } from '../lib/ttl-cache.ts';

/** What a batch adds to the counts of a day, of one element or, with an empty selector, of the page. */
export type DailyCounts = { day: string; selector: string } & Partial<Activity>;

/** What the embed script sent at once, checked, as it is stored. */
export interface CollectedBatch {
  id: string;
  projectId: string;
  organizationId: string;
  /** `YYYY-MM-DD`: the partition. The same for a repeat. */
  day: string;
  /** Hexadecimal. */
  digest: string;
  sessionId: string;
  /** As it was sent. */
  url: string;
  /** Normalised. */
  urlKey: string;
  userAgent: string | null;
  receivedAt: Date;
  /** Milliseconds to add to the visitor's clock. */
  shiftMs: number;
  /** JSON. */
  events: string;
  eventCount: number;
  counts: DailyCounts[];
  structure: CollectedStructure | null;
  /** JSON: what changed in the structure that the session saw last. */
  changes: string | null;
}

export interface CollectedStructure {
  /** Hexadecimal. */
  hash: string;
  /** JSON. */
  content: string;
  /** By the visitor's clock, milliseconds. */
  at: number;
}

/** A project as collecting sees it. */
export interface CollectingProject {
  id: string;
  organizationId: string;
  publicFeedback: boolean;
  allowedOrigins: string[];
  respectDoNotTrack: boolean;
}

/** How often what was done. */
export interface Activity {
  views: number;
  clicks: number;
  hovers: number;
  inputs: number;
}

/** One thing that a visitor did. */
export interface TrailStep {
  type: string;
  at: Date;
  url: string;
  selector: string | null;
  text: string | null;
  position: { x: number; y: number } | null;
  inputType: string | null;
  valueLength: number | null;
}

/** Which way is asked for: that of a session up to a moment, its last so many steps. */
export interface TrailQuery {
  projectId: string;
  sessionId: string;
  until: Date;
  last: number;
}

/** What a project may still store of page structures; beyond it, only its events are kept. */
export interface StructureRoom {
  /** Takes the room for what a batch tells of its page. @returns whether there was */
  takeFor(batch: CollectedBatch): Promise<boolean>;
  /** Takes room for so many bytes of a structure. @returns whether there was */
  take(projectId: string, bytes: number): Promise<boolean>;
}

/** What strangers, who have its public key, may make a project store within an hour. */
export interface HourlyRoom {
  /**
   * Takes room for so many bytes that come from an address.
   * @returns undefined where there was; else when there may be some again, Unix time in milliseconds
   */
  take(projectId: string, address: string, bytes: number): Promise<number | undefined>;
}

/** What one process collects with. */
export interface Collection {
  /** By key or id; undefined when there is none. */
  projects: ShortCache<CollectingProject | undefined>;
  /** Stores batches, many with one statement. */
  batches: GroupCommit<CollectedBatch>;
  eventRoom: HourlyRoom;
  structureRoom: StructureRoom;
  /** Counts what was stored, soon. */
  nudgeCounting(): void;
  /** Today's activity of projects that somebody watches. */
  activity: Polling<Activity>;
  /** The way that a session went, oldest step first. Many that are asked for at once are read together. */
  trail(query: TrailQuery): Promise<TrailStep[]>;
  /** Stores and counts what is under way. */
  close(): Promise<void>;
}
