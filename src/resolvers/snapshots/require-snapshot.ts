import type { Context } from '../../context.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { STANDING } from '../platform/policies/access.ts';
import type { Action } from '../platform/policies/roles.ts';
import { requireRow } from '../policies/require-row.ts';
import { SNAPSHOT_COLUMNS } from './columns.ts';

const FOR_USER = {
  name: 'snapshot-for-user',
  text: `SELECT ${SNAPSHOT_COLUMNS}, p.organization_id AS "organizationId", ${STANDING}
           FROM snapshots s
           JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE s.id = $1`,
};

/** A snapshot with the organization it belongs to. */
export type SnapshotAccess = SnapshotRow & { organizationId: string };

/**
 * The snapshot, when the calling user may do `action` with it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's snapshot as for none and for a malformed id
 */
export const requireSnapshot = (ctx: Context, id: string, action: Action): Promise<SnapshotAccess> =>
  requireRow<SnapshotAccess>(ctx, { what: 'Snapshot', id, query: FOR_USER, action });
