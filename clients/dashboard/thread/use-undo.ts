import { useEffect, useState } from 'react';
import { useMutation } from 'urql';
import { useReport } from '../ui/report.ts';
import { DeleteReplyDocument } from './thread.generated.ts';

/** Time in which a sent reply can be undone, milliseconds. The service mails none before. */
const UNDO_MS = 10_000;

/** A reply as it was sent. */
export interface SentReply {
  id: string;
  text: string;
  files: readonly File[];
}

/**
 * Offers for ten seconds to undo a reply.
 *
 * @param onUndone receives the deleted reply
 */
export function useUndo(annotationId: string, onUndone: (reply: SentReply) => void) {
  const report = useReport();
  const [, remove] = useMutation(DeleteReplyDocument);
  const [reply, setReply] = useState<SentReply>();
  useEffect(() => {
    if (!reply) return undefined;
    const timer = setTimeout(() => setReply(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [reply]);
  return {
    isOffered: reply !== undefined,
    offer: setReply,
    async undo(): Promise<void> {
      if (!reply) return;
      const result = await remove({ id: annotationId, commentId: reply.id });
      report(result);
      if (result.error) return;
      setReply(undefined);
      onUndone(reply);
    },
  };
}
