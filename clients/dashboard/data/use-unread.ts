import { useEffect } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { MarkThreadReadDocument, ReceivedDocument, UnreadDocument } from './notifications.generated.ts';
import { useOrganization } from './organization.ts';
import { useStream } from './use-stream.ts';

/** Time after which an open thread counts as read, milliseconds: stepping past it does not. */
const READ_AFTER = 1_000;

/** Number of unread notifications in the current organization, as last fetched or received. */
function useUnreadQuery(): number {
  const { organization } = useOrganization();
  const [{ data }] = useQuery({
    query: UnreadDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization,
  });
  return data?.unreadNotifications?.count ?? 0;
}

/** Number of unread notifications, followed live. */
export function useUnreadCount(): number {
  const client = useClient();
  const { organization } = useOrganization();
  const organizationId = organization?.id;
  useStream({
    key: organizationId,
    open: () => client.subscription(ReceivedDocument, { organizationId: organizationId ?? '' }),
    onGap: () => {
      if (organizationId) void client.query(UnreadDocument, { organizationId }, { requestPolicy: 'network-only' });
    },
  });
  return useUnreadQuery();
}

/** Marks the notifications of a thread as read while it is open. */
export function useMarkRead(annotationId: string | undefined): void {
  const count = useUnreadQuery();
  const [, mark] = useMutation(MarkThreadReadDocument);
  useEffect(() => {
    if (!annotationId || count === 0) return undefined;
    const timer = setTimeout(() => void mark({ id: annotationId }), READ_AFTER);
    return () => clearTimeout(timer);
  }, [annotationId, count, mark]);
}
