import { useClient } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useToast } from '../data/use-toast.ts';
import { ThreadBriefDocument } from './thread.generated.ts';

/** Returns a function that copies a comment with all facts that the reader may see. */
export function useCopyForAgent() {
  const { messages } = useApp();
  const client = useClient();
  const toast = useToast();
  return async ({ id }: { id: string }): Promise<void> => {
    const { data, error } = await client
      .query(ThreadBriefDocument, { id }, { requestPolicy: 'network-only' })
      .toPromise();
    const brief = data?.annotation?.brief;
    if (brief == null) {
      toast(error ? failureText(error, messages) : messages.notFound, undefined, true);
      return;
    }
    await navigator.clipboard.writeText(brief);
    toast(messages.copied);
  };
}
