import type pg from 'pg';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { firstIdOf } from '../../../infrastructure/database/ids.ts';
import type { Services } from '../../../services.ts';
import type { AnnotationUpdateKind } from '../../../types/annotation-update.ts';
import type { LiveUpdate, SnapshotUpdateKind } from '../../../types/snapshot-update.ts';
import { ANNOTATION_COLUMNS } from '../../core/annotations/columns.ts';

interface LoadedUpdate {
  /** The project's id. */
  topic: string;
  update: LiveUpdate;
}

const ANNOTATIONS = `SELECT ${ANNOTATION_COLUMNS} FROM annotations a WHERE a.id = ANY($1::uuid[])`;

/** Reads the annotations, replies and snapshots that a batch of events names: at most five statements, whatever its size. */
export async function loadUpdates(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  eventIds: string[],
): Promise<LoadedUpdate[]> {
  const events = await db.event.findMany({
    where: { id: { in: eventIds } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const annotationIds = events.flatMap((e) => e.annotationId ?? []);
  const annotations = byId(
    annotationIds.length > 0 ? (await pool.query<Annotation>(ANNOTATIONS, [annotationIds])).rows : [],
  );
  const projects = byId(
    await db.project.findMany({
      where: { id: { in: events.flatMap((e) => e.projectId ?? []) } },
      select: { id: true, publicFeedback: true, allowedOrigins: true, deletedAt: true },
    }),
  );
  const commentIds = events.flatMap((e) => e.commentId ?? []);
  const comments = byId(commentIds.length > 0 ? await db.comment.findMany({ where: { id: { in: commentIds } } }) : []);

  const snapshotIds = events.flatMap((e) => e.snapshotId ?? []);
  const snapshots = byId(
    snapshotIds.length > 0
      ? await db.snapshot.findMany({ where: { id: { in: snapshotIds } }, omit: { tileHashes: true } })
      : [],
  );

  return events.flatMap(({ type, projectId, annotationId, commentId, snapshotId }): LoadedUpdate[] => {
    if (snapshotId) {
      const of = projects.get(projectId ?? '');
      const snapshot = snapshots.get(snapshotId) ?? null;
      return of ? [{ topic: of.id, update: { kind: snapshotKindOf(type), snapshotId, snapshot, project: of } }] : [];
    }
    const annotation = annotations.get(annotationId ?? '');
    const project = projects.get(annotation?.projectId ?? '');
    if (!annotation || !project) return [];
    const comment = comments.get(commentId ?? '') ?? null;
    const kind = kindOf(type, commentId);
    // What was written of a reply that is gone by now says less than the update that tells of its end.
    if (commentId && !comment && kind !== 'comment_deleted') return [];
    return [{ topic: project.id, update: { kind, annotation, comment, commentId, project } }];
  });
}

/** Clocks differ, and a relay may have told before it committed: what is found twice is told twice. */
const LEEWAY_MS = 10_000;
/** An event is rarely relayed later than this. Ids begin with the time, and are indexed. */
const LONGEST_RELAY_DELAY_MS = 600_000;

/** The events about annotations and snapshots of these projects that were relayed since then, or soon will be. */
export async function findMissed(pool: pg.Pool, since: Date, projectIds: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM events
      WHERE id >= $1 AND project_id = ANY($2::uuid[]) AND (annotation_id IS NOT NULL OR snapshot_id IS NOT NULL)
        AND (relayed_at IS NULL OR relayed_at >= $3)`,
    [firstIdOf(since.getTime() - LONGEST_RELAY_DELAY_MS), projectIds, new Date(since.getTime() - LEEWAY_MS)],
  );
  return rows.map(({ id }) => id);
}

function kindOf(type: string, commentId: string | null): AnnotationUpdateKind {
  if (type === 'comment.created') return commentId ? 'comment_added' : 'created';
  if (type === 'comment.updated') return 'comment_updated';
  if (type === 'comment.deleted') return 'comment_deleted';
  if (type === 'comment.resolved') return 'resolved';
  if (type === 'annotation.rebound') return 'rebound';
  if (type === 'annotation.anchored') return 'anchored';
  if (type === 'annotation.deleted') return 'deleted';
  if (type === 'annotations.imported') return 'imported';
  return 'updated';
}

const snapshotKindOf = (type: string): SnapshotUpdateKind => type.replace('snapshot.', '') as SnapshotUpdateKind;

const byId = <T extends { id: string }>(rows: T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]));
