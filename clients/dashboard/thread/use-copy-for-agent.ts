import { useClient } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useToast } from '../data/use-toast.ts';
import { forAgent } from './for-agent.ts';
import { ThreadPinsDocument, ThreadTrailDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** Returns a function that copies a comment with all facts. Guests have neither pins nor steps. */
export function useCopyForAgent() {
  const { messages } = useApp();
  const client = useClient();
  const toast = useToast();
  const { can } = useOrganization();
  return async (annotation: Annotation): Promise<void> => {
    const { id } = annotation;
    const [pins, trail] = can('snapshot.read')
      ? await Promise.all([
          client.query(ThreadPinsDocument, { id }).toPromise(),
          client.query(ThreadTrailDocument, { id }).toPromise(),
        ])
      : [];
    const context = {
      pins: pins?.data?.annotation?.snapshotPins?.nodes ?? [],
      trail: trail?.data?.annotationTrail ?? [],
    };
    await navigator.clipboard.writeText(forAgent(annotation, context));
    toast(messages.copied);
  };
}
