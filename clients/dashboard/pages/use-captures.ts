import { useRef, useState } from 'react';
import { useClient, useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useStream } from '../data/use-stream.ts';
import { useToast } from '../data/use-toast.ts';
import type { CaptureFragment, CapturePageMutationVariables } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { CaptureChangedDocument, CapturePageDocument, CaptureStateDocument } from './pages.generated.ts';

/**
 * Orders captures of a project, and follows those of others, too.
 *
 * @param onChange called when a capture was completed or deleted
 * @param onOwn receives a completed capture that was ordered here
 */
export function useCaptures(projectId: string, onChange: () => void, onOwn?: (capture: CaptureFragment) => void) {
  const { messages } = useApp();
  const client = useClient();
  const toast = useToast();
  const [, run] = useMutation(CapturePageDocument);
  const [pending, setPending] = useState<readonly string[]>([]);
  // A quick capture is done before the response to its order.
  const done = useRef(new Map<string, CaptureFragment>());

  function finish(capture: CaptureFragment): void {
    setPending((previous) => previous.filter((id) => id !== capture.id));
    if (capture.status === 'failed') {
      toast(fill(messages.captureFailed, { reason: capture.error ?? '' }), undefined, true);
    } else onOwn?.(capture);
  }

  useStream({
    key: `captures ${projectId}`,
    open: () => client.subscription(CaptureChangedDocument, { projectId }),
    onData({ snapshotChanged: { kind, snapshotId, snapshot } }) {
      if (kind === 'completed' || kind === 'deleted') onChange();
      if (!snapshot || snapshot.status === 'processing') return;
      done.current.set(snapshotId, snapshot);
      if (pending.includes(snapshotId)) finish(snapshot);
    },
    onGap() {
      onChange();
      for (const id of pending) {
        const state = client.query(CaptureStateDocument, { id }, { requestPolicy: 'network-only' });
        void state.then(({ data }) => {
          if (data?.snapshot && data.snapshot.status !== 'processing') finish(data.snapshot);
        });
      }
    },
  });

  return {
    isCapturing: pending.length > 0,
    /** @returns the reason if the capture could not be ordered */
    async capture(order: Omit<CapturePageMutationVariables, 'projectId'>): Promise<string | undefined> {
      const { data, error } = await run({ projectId, ...order });
      if (error) return failureText(error, messages);
      const id = data?.createSnapshot.id;
      const finished = id === undefined ? undefined : done.current.get(id);
      if (finished) finish(finished);
      else if (id !== undefined) setPending((previous) => [...previous, id]);
      return undefined;
    },
  };
}
