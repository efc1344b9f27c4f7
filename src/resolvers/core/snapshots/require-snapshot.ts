import type { Context } from '../../../context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { guard, ofProject, requireRowPair } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list of a SnapshotRow for `FROM snapshots s`. */
export const SNAPSHOT_COLUMNS = selectList(Prisma.SnapshotScalarFieldEnum, {
  alias: 's',
  without: ['tileHashes', 'browser', 'turn', 'seriesId', 'seriesNumber'],
});

const COLUMNS = `${SNAPSHOT_COLUMNS}, p.organization_id AS "organizationId"`;
const FROM = `snapshots s ${ofProject('s.project_id')}`;

/** Loads a snapshot with its organization if the user may perform `action` on it. */
export const requireSnapshot = guard('require-snapshot/for-user', {
  what: 'Snapshot',
  columns: COLUMNS,
  from: FROM,
  where: 's.id = $id',
});

/** A snapshot with its organization. */
export type SnapshotAccess = Awaited<ReturnType<typeof requireSnapshot>>;

const PAIR_FOR_USER = statement(
  'require-snapshot/pair-for-user',
  `SELECT ${COLUMNS}, ${MEMBERSHIP_CLAIMS} FROM ${FROM} WHERE s.id = ANY($ids::uuid[])`,
  { prepared: true },
);

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
  requireRowPair(ctx, {
    what: 'Snapshot',
    ids,
    query: PAIR_FOR_USER,
    action,
    scopeOf: ({ projectId }) => ({ projectId }),
  });

/**
 * Reads a snapshot for a member.
 *
 * @throws the errors of `requireSnapshot`
 */
export const getSnapshot = (ctx: Context<'pool'>, id: string): Promise<SnapshotRow> =>
  requireSnapshot(ctx, id, 'snapshot.read');
