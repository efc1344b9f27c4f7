import type { Context } from '../../../context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { requireRow, requireRowPair } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list of a SnapshotRow for `FROM snapshots s`. */
export const SNAPSHOT_COLUMNS = selectList(Prisma.SnapshotScalarFieldEnum, {
  alias: 's',
  without: ['tileHashes', 'browser', 'turn', 'seriesId', 'seriesNumber'],
});

const ROW_FOR_MEMBER = `SELECT ${SNAPSHOT_COLUMNS}, p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
    FROM snapshots s
    JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
    ${joinProjectMember('$userId')}`;

const FOR_USER = statement('require-snapshot/for-user', `${ROW_FOR_MEMBER} WHERE s.id = $id`, { prepared: true });

const PAIR_FOR_USER = statement('require-snapshot/pair-for-user', `${ROW_FOR_MEMBER} WHERE s.id = ANY($ids::uuid[])`, {
  prepared: true,
});

/** A snapshot with its organization. */
export type SnapshotAccess = SnapshotRow & { organizationId: string };

const scopeOf = ({ projectId }: SnapshotAccess) => ({ projectId });

/**
 * Loads a snapshot if the user may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a snapshot of another organization and for a malformed id
 */
export const requireSnapshot = (ctx: Context<'pool'>, id: string, action: Action): Promise<SnapshotAccess> =>
  requireRow(ctx, { what: 'Snapshot', id, query: FOR_USER, action, scopeOf });

/**
 * Same as `requireSnapshot`, for two snapshots by one statement.
 *
 * @throws the errors of `requireSnapshot`
 */
export const requireSnapshotPair = (
  ctx: Context<'pool'>,
  ids: [string, string],
  action: Action,
): Promise<[SnapshotAccess, SnapshotAccess]> =>
  requireRowPair(ctx, { what: 'Snapshot', ids, query: PAIR_FOR_USER, action, scopeOf });

/**
 * Reads a snapshot for a member.
 *
 * @throws the errors of `requireSnapshot`
 */
export const getSnapshot = (ctx: Context<'pool'>, id: string): Promise<SnapshotRow> =>
  requireSnapshot(ctx, id, 'snapshot.read');
