import type { Deployment, Project, Snapshot } from '../generated/prisma/client.ts';
import type { LoadedAnnotationUpdate } from './annotation-update.ts';

export type SnapshotUpdateKind = 'created' | 'completed' | 'failed' | 'deleted';

/** A snapshot without the columns for comparisons and the queue. */
export type SnapshotRow = Omit<Snapshot, 'tileHashes' | 'browser' | 'turn' | 'seriesId' | 'seriesNumber'>;

/** A change of a snapshot, for subscribers. */
export interface SnapshotUpdate {
  kind: SnapshotUpdateKind;
  snapshotId: string;
  /** Current state; null if deleted. */
  snapshot: SnapshotRow | null;
  project: Pick<
    Project,
    'id' | 'organizationId' | 'publicFeedback' | 'allowedOrigins' | 'publicAnnotations' | 'deletedAt'
  >;
}

/** A change of a deployment, for subscribers. */
export interface DeploymentUpdate {
  deploymentId: string;
  /** Current state; null if deleted with its environment. */
  deployment: Deployment | null;
  project: SnapshotUpdate['project'];
}

/** A script of a project was seen on pages; for subscribers. */
export interface ScriptsUpdate {
  kind: 'scripts_seen';
  project: SnapshotUpdate['project'];
}

/** A live update of a project. */
export type LiveUpdate = LoadedAnnotationUpdate | SnapshotUpdate | DeploymentUpdate | ScriptsUpdate;
