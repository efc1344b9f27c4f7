import { useClient } from 'urql';
import { useStream } from '../data/use-stream.ts';
import { SnapshotChangesDocument } from './snapshots.generated.ts';

/**
 * Follows the snapshots of a project. The cache applies the changes.
 *
 * @param onGap fetches what was missed while there was no stream
 */
export function useLiveSnapshots(projectId: string, onGap: () => void): void {
  const client = useClient();
  useStream({
    key: projectId,
    open: () => client.subscription(SnapshotChangesDocument, { projectId }),
    onGap,
  });
}
