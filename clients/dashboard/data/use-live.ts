import { useClient } from 'urql';
import type { AnnotationChangedSubscription } from '../graphql-types.generated.ts';
import { AnnotationChangedDocument } from './annotations.generated.ts';
import type { Scope } from './use-annotation-pages.ts';
import { useCrops } from './use-crops.ts';
import { useStream } from './use-stream.ts';

type Change = AnnotationChangedSubscription['annotationChanged'];

/**
 * Follows the annotations of a project or an organization. The cache applies the changes.
 *
 * @param onChange receives each change, after the cache
 * @param onGap fetches what was missed while there was no stream
 */
export function useLiveAnnotations(
  scope: Scope,
  { onChange, onGap }: { onChange(change: Change): void; onGap(): void },
): void {
  const client = useClient();
  const variables = { ...scope, crops: useCrops() };
  useStream({
    key: JSON.stringify(variables),
    open: () => client.subscription(AnnotationChangedDocument, variables),
    onData: ({ annotationChanged }) => onChange(annotationChanged),
    onGap,
  });
}
