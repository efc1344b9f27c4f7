import type {
  AnnotationCropFragment,
  AnnotationFixesFragment,
  AnnotationRowFragment,
  AnnotationUnreadFragment,
} from '../graphql-types.generated.ts';
import { useOrganization } from './organization.ts';
import { useShell } from './shell-context.ts';

/**
 * A comment of a list, with pictures and states of its element for readers of captures. One of a
 * live update does not say whether it is unread.
 */
export type CroppedRow = AnnotationRowFragment &
  Partial<AnnotationCropFragment & AnnotationFixesFragment & AnnotationUnreadFragment>;

/** Whether lists ask for pictures of elements. Guests see none. */
export function useCrops(): boolean {
  const { viewer } = useShell();
  const { can } = useOrganization();
  // Members of no organization as guest need not wait for that of the project.
  return viewer.memberships.every(({ organization }) => organization.viewerRole !== 'guest') || can('snapshot.read');
}

/**
 * Picture of what a comment is about: as it was sent if the author drew on it, or if no capture
 * surely shows the element; undefined without one.
 */
export function cropOf({
  snapshotPins,
  sentPicture,
}: Pick<CroppedRow, 'snapshotPins' | 'sentPicture'>): string | undefined {
  if (sentPicture?.isDrawn) return sentPicture.url;
  const captured = snapshotPins?.nodes.find(
    ({ state, thumbnailUrl }) => state !== 'moved' && thumbnailUrl !== null,
  )?.thumbnailUrl;
  return captured ?? sentPicture?.url;
}
