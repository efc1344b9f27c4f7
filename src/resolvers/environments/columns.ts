import { Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../platform/sql/select-list.ts';

/** The select list for `FROM environments e`. */
export const ENVIRONMENT_COLUMNS = selectList(Prisma.EnvironmentScalarFieldEnum, { alias: 'e' });
