import { Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../platform/sql/select-list.ts';

/** The select list for `FROM snapshots s`, of a SnapshotRow. */
export const SNAPSHOT_COLUMNS = selectList(Prisma.SnapshotScalarFieldEnum, {
  alias: 's',
  without: ['tileHashes', 'browser', 'turn'],
});
