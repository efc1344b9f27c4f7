import { useClient } from 'urql';
import { AnnotationChangedDocument, type AnnotationChangedSubscription } from './annotations.generated.ts';
import type { Scope } from './use-annotation-pages.ts';
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
  useStream({
    key: JSON.stringify(scope),
    open: () => client.subscription(AnnotationChangedDocument, scope),
    onData: ({ annotationChanged }) => onChange(annotationChanged),
    onGap,
  });
}
