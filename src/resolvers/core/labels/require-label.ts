import { Prisma } from '../../../generated/prisma/client.ts';
import { guard, ofProject } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM labels l`. */
export const LABEL_COLUMNS = selectList(Prisma.LabelScalarFieldEnum, { alias: 'l' });

/** Loads a label if the user may perform `action` on it. */
export const requireLabel = guard('require-label/for-user', {
  what: 'Label',
  columns: LABEL_COLUMNS,
  from: `labels l ${ofProject('l.project_id')}`,
  where: 'l.id = $id',
});
