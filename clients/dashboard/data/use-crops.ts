import type { AnnotationCropFragment, AnnotationFixesFragment } from './annotation-crop.generated.ts';
import type { AnnotationRowFragment } from './annotation-row.generated.ts';
import { useOrganization } from './organization.ts';
import { useShell } from './shell-context.ts';

/** A comment of a list, with pictures and states of its element for readers of captures. */
export type CroppedRow = AnnotationRowFragment & Partial<AnnotationCropFragment & AnnotationFixesFragment>;

/** Whether lists ask for pictures of elements. Guests see none. */
export function useCrops(): boolean {
  const { viewer } = useShell();
  const { can } = useOrganization();
  // Members of no organization as guest need not wait for that of the project.
  return viewer.memberships.every(({ organization }) => organization.viewerRole !== 'guest') || can('snapshot.read');
}

/** Newest picture of the element of a comment; undefined without one. */
export const cropOf = ({ snapshotPins }: Pick<CroppedRow, 'snapshotPins'>): string | undefined =>
  snapshotPins?.nodes.find(({ cropUrl }) => cropUrl !== null)?.cropUrl ?? undefined;
