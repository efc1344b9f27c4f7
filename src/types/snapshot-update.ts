import type { Project, Snapshot } from '../generated/prisma/client.ts';
import type { AnnotationUpdate } from './annotation-update.ts';

export type SnapshotUpdateKind = 'created' | 'completed' | 'failed' | 'deleted';

/** A row of snapshots, without what only comparisons and the queue need. */
export type SnapshotRow = Omit<Snapshot, 'tileHashes' | 'browser' | 'turn'>;

/** What a live subscriber is told of a snapshot. */
export interface SnapshotUpdate {
  kind: SnapshotUpdateKind;
  snapshotId: string;
  /** As it is now; null when it is gone. */
  snapshot: SnapshotRow | null;
  project: Pick<Project, 'publicFeedback' | 'allowedOrigins' | 'deletedAt'>;
}

/** Everything that live subscribers are told. */
export type LiveUpdate = AnnotationUpdate | SnapshotUpdate;
