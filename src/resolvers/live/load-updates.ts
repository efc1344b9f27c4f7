import type { AnnotationUpdate, AnnotationUpdateKind } from '../../annotation-update.ts';
import type { Database } from '../../infrastructure/database.ts';

/** Reads the annotations and replies that a batch of events names: three statements, whatever its size. */
export async function loadUpdates(
  db: Database,
  eventIds: string[],
): Promise<{ projectId: string; update: AnnotationUpdate }[]> {
  const events = await db.event.findMany({
    where: { id: { in: eventIds } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const annotations = byId(
    await db.annotation.findMany({ where: { id: { in: events.flatMap((e) => e.annotationId ?? []) } } }),
  );
  const commentIds = events.flatMap((e) => e.commentId ?? []);
  const comments = byId(commentIds.length > 0 ? await db.comment.findMany({ where: { id: { in: commentIds } } }) : []);

  return events.flatMap(({ type, annotationId, commentId }) => {
    const annotation = annotations.get(annotationId ?? '');
    if (!annotation) return [];
    const update = { kind: kindOf(type, commentId), annotation, comment: comments.get(commentId ?? '') ?? null };
    return [{ projectId: annotation.projectId, update }];
  });
}

function kindOf(type: string, commentId: string | null): AnnotationUpdateKind {
  if (type === 'comment.created') return commentId ? 'comment_added' : 'created';
  if (type === 'comment.resolved') return 'resolved';
  if (type === 'annotation.rebound') return 'rebound';
  if (type === 'annotation.deleted') return 'deleted';
  return 'updated';
}

const byId = <T extends { id: string }>(rows: T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]));
