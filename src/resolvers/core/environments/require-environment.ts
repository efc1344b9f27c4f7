import { Prisma } from '../../../generated/prisma/client.ts';
import { guard, ofProject } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM environments e`. */
export const ENVIRONMENT_COLUMNS = selectList(Prisma.EnvironmentScalarFieldEnum, { alias: 'e' });

/** Loads an environment with its organization if the user may perform `action` on it. */
export const requireEnvironment = guard('require-environment/for-user', {
  what: 'Environment',
  columns: `${ENVIRONMENT_COLUMNS}, p.organization_id AS "organizationId"`,
  from: `environments e ${ofProject('e.project_id')}`,
  where: 'e.id = $id',
});
