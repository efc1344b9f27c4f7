import type pg from 'pg';
import type { Services } from '../../../context.ts';
import type { Event } from '../../../generated/prisma/client.ts';
import { firstIdOf } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { indexById } from '../../../lib/index-by-id.ts';
import type { AnnotationUpdate, AnnotationUpdateKind } from '../../../types/annotation-update.ts';
import type { LiveUpdate, SnapshotUpdateKind } from '../../../types/snapshot-update.ts';
import { ANNOTATION_COLUMNS } from '../../core/annotations/columns.ts';
import { isVisibleTo, withoutContent } from '../../core/annotations/visibility.ts';

interface LoadedUpdate {
  /** The project's id. */
  topic: string;
  organization: string;
  update: LiveUpdate;
}

const ANNOTATIONS = statement(
  'load-updates/annotations',
  `SELECT ${ANNOTATION_COLUMNS} FROM annotations a WHERE a.id = ANY($annotationIds::uuid[])`,
);

/**
 * Reads the annotations, replies, snapshots and deployments of events, with at most six
 * statements. Ids of projects stand for their scripts, which were seen.
 */
export async function loadUpdates({ db, pool }: Pick<Services, 'db' | 'pool'>, ids: string[]): Promise<LoadedUpdate[]> {
  const events = await db.event.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const annotationIds = events.flatMap((e) => e.annotationId ?? []);
  const annotations = indexById(annotationIds.length > 0 ? await ANNOTATIONS.rows(pool, { annotationIds }) : []);
  const projects = indexById(
    await db.project.findMany({
      where: { id: { in: [...ids, ...events.flatMap((e) => e.projectId ?? [])] } },
      select: {
        id: true,
        organizationId: true,
        publicFeedback: true,
        allowedOrigins: true,
        publicAnnotations: true,
        deletedAt: true,
      },
    }),
  );
  const commentIds = events.flatMap((e) => e.commentId ?? []);
  const comments = indexById(
    commentIds.length > 0 ? await db.comment.findMany({ where: { id: { in: commentIds } } }) : [],
  );

  const snapshotIds = events.flatMap((e) => e.snapshotId ?? []);
  const snapshots = indexById(
    snapshotIds.length > 0
      ? await db.snapshot.findMany({ where: { id: { in: snapshotIds } }, omit: { tileHashes: true } })
      : [],
  );

  const deploymentIds = events.flatMap((e) => e.deploymentId ?? []);
  const deployments = indexById(
    deploymentIds.length > 0 ? await db.deployment.findMany({ where: { id: { in: deploymentIds } } }) : [],
  );

  const seen = ids.flatMap((id): LoadedUpdate[] => {
    const project = projects.get(id);
    return project ? [{ ...topicsOf(project), update: { kind: 'scripts_seen', project } }] : [];
  });
  const changed = events.flatMap((event): LoadedUpdate[] => {
    const { type, projectId, annotationId, commentId, snapshotId, deploymentId } = event;
    if (deploymentId) {
      const project = projects.get(projectId ?? '');
      const deployment = deployments.get(deploymentId) ?? null;
      return project ? [{ ...topicsOf(project), update: { deploymentId, deployment, project } }] : [];
    }
    if (snapshotId) {
      const project = projects.get(projectId ?? '');
      const snapshot = snapshots.get(snapshotId) ?? null;
      return project
        ? [{ ...topicsOf(project), update: { kind: snapshotKindOf(type), snapshotId, snapshot, project } }]
        : [];
    }
    const annotation = annotations.get(annotationId ?? '');
    const project = projects.get(annotation?.projectId ?? '');
    if (!annotation || !project) return [];
    const comment = comments.get(commentId ?? '') ?? null;
    const kind = kindOf(type, commentId);
    // The reply was deleted since; that event has its own update.
    if (commentId && !comment && kind !== 'comment_deleted') return [];
    const update: AnnotationUpdate = { kind, annotation, comment, commentId, project };
    return [{ ...topicsOf(project), update: { ...update, outsiders: forOutsiders(event, update) } }];
  });
  return [...seen, ...changed];
}

/**
 * Margin for clock differences and relays that publish before they commit, ms. An event found twice
 * is delivered twice.
 */
const LEEWAY_MS = 10_000;
/** Delay that relays rarely exceed, ms. Ids start with the time, so it limits the search. */
const MAX_RELAY_DELAY_MS = 600_000;

const topicsOf = ({ id, organizationId }: { id: string; organizationId: string }) => ({
  topic: id,
  organization: organizationId,
});

const MISSED = statement(
  'load-updates/missed',
  `SELECT id AS "id!" FROM events
      WHERE id >= $firstId AND (project_id = ANY($topics::uuid[]) OR organization_id = ANY($topics::uuid[])) AND (annotation_id IS NOT NULL OR snapshot_id IS NOT NULL OR deployment_id IS NOT NULL)
        AND (relayed_at IS NULL OR relayed_at >= $relayedAt)
     UNION ALL
     SELECT DISTINCT project_id FROM script_sightings WHERE project_id = ANY($topics::uuid[]) AND last_seen_at >= $relayedAt`,
);

/**
 * Finds events of annotations, snapshots and deployments relayed since a time, or still to be
 * relayed, and projects whose scripts were seen.
 *
 * @param topics projects and organizations
 */
export async function findMissed(pool: pg.Pool, since: Date, topics: string[]): Promise<string[]> {
  const rows = await MISSED.rows(pool, {
    firstId: firstIdOf(since.getTime() - MAX_RELAY_DELAY_MS),
    topics,
    relayedAt: new Date(since.getTime() - LEEWAY_MS),
  });
  return rows.map(({ id }) => id);
}

/**
 * Update as outsiders receive it. An annotation that is internal now shows them nothing, also for a
 * change made while it was public; that it became internal is a deletion, without its content.
 */
function forOutsiders(event: Pick<Event, 'type' | 'visibility'>, update: AnnotationUpdate): AnnotationUpdate | null {
  const { annotation, kind } = update;
  const isInternal = !isVisibleTo('outsiders', annotation);
  if (event.type === 'annotation.hidden')
    return isInternal ? { ...update, kind: 'deleted', annotation: withoutContent(annotation) } : null;
  // An import has other annotations, which are public.
  if (kind === 'imported') return isInternal ? { ...update, annotation: withoutContent(annotation) } : update;
  return isInternal || !isVisibleTo('outsiders', event) ? null : update;
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
