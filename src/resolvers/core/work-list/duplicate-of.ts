import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { annotationById } from '../snapshot-pins/rows-by-id.ts';

/**
 * Annotation that another one repeats; null if there is none, or the reader cannot see it. One
 * statement reads those of all annotations of a step.
 */
export function duplicateOf(ctx: Context<'pool'>, { status, duplicateOfId }: Annotation): Promise<Annotation | null> {
  if (status !== 'resolved' || duplicateOfId === null) return Promise.resolve(null);
  return annotationById(ctx, duplicateOfId);
}
