import type { Context } from '../../context.ts';
import { type ProjectAccess, requireProject } from './require-project.ts';

/** One project for a member. @throws UNAUTHENTICATED, NOT_FOUND */
export const getProject = (ctx: Context, id: string): Promise<ProjectAccess> => requireProject(ctx, id, 'project.read');
