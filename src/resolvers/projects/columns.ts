import { Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../platform/sql/select-list.ts';

/** The select list for `FROM projects p`. */
export const PROJECT_COLUMNS = selectList(Prisma.ProjectScalarFieldEnum, { alias: 'p' });
