import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { lockAnnotations } from '../../../core/annotations/change-annotation.ts';
import type { LockedAnnotation } from '../../../core/annotations/columns.ts';
import { statusChange } from '../../../core/annotations/set-annotation-status.ts';
import { type AnnotationChange, writeChange } from '../../../core/annotations/write-change.ts';
import { type ProofEventData, withProof } from '../../../platform/events/event-types.ts';
import type { ProofsByAnnotation } from '../proofs/proof-event-data.ts';

interface Change {
  organizationId: string;
  /** Null for the service. */
  actorId: string | null;
  via: string | null;
  /** Proofs of resolutions. */
  proofs?: ProofsByAnnotation;
}

/** Status to set by annotation. */
type Statuses = ReadonlyMap<string, AnnotationStatus>;

/**
 * Sets the status of annotations, with history and events.
 *
 * @param decide returns the status to set; undefined keeps the present one
 * @returns former statuses of those that changed
 */
export async function setStatuses(
  sql: Queryable,
  annotationIds: readonly string[],
  decide: (annotation: LockedAnnotation) => AnnotationStatus | undefined,
  { organizationId, actorId, via, proofs }: Change,
): Promise<Statuses> {
  const former = new Map<string, AnnotationStatus>();
  if (annotationIds.length === 0) return former;
  const rows = await lockAnnotations(sql, annotationIds);
  for (const before of rows) {
    const status = decide(before);
    const change = status && statusChange(before, status);
    if (!change) continue;
    await writeChange(sql, { ...before, organizationId }, named(change, proofs?.get(before.id)), actorId, { via });
    former.set(before.id, before.status);
  }
  return former;
}

/** A resolution whose event names the proof. */
function named({ event, ...change }: AnnotationChange, proof: ProofEventData | undefined): AnnotationChange {
  const isNamed = proof && event.type === 'comment.resolved';
  return { ...change, event: isNamed ? { ...event, data: withProof(event.data, proof) } : event };
}
