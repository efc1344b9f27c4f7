import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { AnnotationStatus } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import { projectScope, type WorkListScope } from './work-list-scope.ts';

/**
 * Scope of a project that the first arguments of `annotations` narrow.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function pageScope(
  ctx: Context<'db' | 'pool'>,
  args: {
    projectId: string;
    url?: string | null;
    status?: AnnotationStatus | null;
    environmentId?: string | null;
  },
): Promise<WorkListScope> {
  const scope = await projectScope(ctx, args.projectId);
  const { url, status, environmentId } = args;
  if (environmentId != null) await assertEnvironmentOf(ctx, args.projectId, environmentId);
  const page = url == null ? null : pageKey(url);
  return {
    ...scope,
    condition: (add) =>
      [
        scope.condition(add),
        ...(page === null ? [] : [`a.url_key = ${add(page)}`]),
        ...(status == null ? [] : [`a.status = ${add(status)}::"AnnotationStatus"`]),
        ...(environmentId == null ? [] : [`a.environment_id = ${add(environmentId)}::uuid`]),
      ].join(' AND '),
  };
}

/**
 * Checks that an id names an environment of the project.
 *
 * @throws BAD_USER_INPUT
 */
async function assertEnvironmentOf(ctx: Context<'db'>, projectId: string, id: string): Promise<void> {
  if (!isId(id)) throw badField('environmentId', 'must be a UUID');
  const found = await ctx.services.db.environment.findFirst({ where: { id, projectId }, select: { id: true } });
  if (!found) throw badField('environmentId', 'must be an environment of the project');
}
