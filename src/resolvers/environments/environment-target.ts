import type { Environment } from '../../generated/prisma/client.ts';

/** An environment, as the audit trail names it. */
export const environmentTarget = ({ id, name }: Pick<Environment, 'id' | 'name'>) => ({
  type: 'environment',
  id,
  name,
});
