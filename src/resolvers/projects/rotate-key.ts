import type { Context } from '../../context.ts';
import type { Project } from '../../generated/prisma/client.ts';
import { newProjectKey } from '../../infrastructure/ids.ts';
import { requireProject } from '../policies/access.ts';

/** How long the replaced key still works, milliseconds. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Gives the project a new key; the old one works for 24 hours more. @throws FORBIDDEN, NOT_FOUND */
export async function rotateProjectKey(ctx: Context, id: string): Promise<Project> {
  const { projectKey } = await requireProject(ctx, id, 'project.change');
  return ctx.services.db.project.update({
    where: { id, deletedAt: null },
    data: {
      projectKey: newProjectKey(),
      previousKey: projectKey,
      previousKeyExpiresAt: new Date(Date.now() + GRACE_MS),
    },
  });
}
