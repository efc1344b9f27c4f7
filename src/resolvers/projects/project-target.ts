import type { Project } from '../../generated/prisma/client.ts';

/** A project, as the audit trail names it. */
export const projectTarget = ({ id, name }: Pick<Project, 'id' | 'name'>) => ({ type: 'project', id, name });
