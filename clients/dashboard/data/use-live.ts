import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { onEnd, pipe, subscribe } from 'wonka';
import { AnnotationChangedDocument, type AnnotationChangedSubscription } from './annotations.generated.ts';
import { useShell } from './shell-context.ts';

type Change = AnnotationChangedSubscription['annotationChanged'];

/** Time after which a stream is open; the protocol does not acknowledge it. Milliseconds. */
const OPEN_AFTER = 1_000;

/**
 * Follows the annotations of a project. The cache applies the changes. Streams that end are opened
 * again, and `onGap` fetches what was missed meanwhile.
 *
 * @param onChange receives each change, after the cache
 */
export function useLiveAnnotations(
  projectId: string,
  { onChange, onGap }: { onChange(change: Change): void; onGap(): void },
): void {
  const client = useClient();
  const { live } = useShell().data;
  const latest = useRef({ onChange, onGap });
  useEffect(() => {
    latest.current = { onChange, onGap };
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsubscribe: (() => void) | undefined;
    let isStopped = false;

    const fetchGap = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onGap(), OPEN_AFTER);
    };
    const reopen = () => {
      open();
      fetchGap();
    };
    const open = () => {
      ({ unsubscribe } = pipe(
        client.subscription(AnnotationChangedDocument, { projectId }),
        onEnd(() => {
          if (!isStopped) timer = setTimeout(reopen, OPEN_AFTER);
        }),
        subscribe(({ data }) => {
          if (data) latest.current.onChange(data.annotationChanged);
        }),
      ));
    };

    open();
    const stopListening = live.onChange(() => {
      if (live.isConnected()) fetchGap();
    });
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
      unsubscribe?.();
    };
  }, [client, live, projectId]);
}
