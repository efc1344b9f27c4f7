import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { LiveUpdate } from '../../../types/snapshot-update.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { grantOf, LISTED_PROJECTS, requireToken } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { openStream } from './open-stream.ts';
import { whileAllowed } from './while-allowed.ts';

/** Object whose changes are streamed: one of the ids. */
export interface LiveScope {
  projectId?: string | null;
  organizationId?: string | null;
}

/** Creates a stream of the updates that `select` returns; null skips one. */
type OpenedStream = <T>(select: (update: LiveUpdate) => T | null) => AsyncIterableIterator<T>;

/**
 * Opens the live updates of a project, or of an organization's projects that the member has.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT unless one of the ids is given
 */
export async function openMemberStream(
  ctx: Context<'live' | 'pool'>,
  { projectId, organizationId }: LiveScope,
  action: Action,
): Promise<OpenedStream> {
  if (projectId != null && organizationId != null) {
    throw badField('organizationId', 'must not be given together with projectId; send one of them');
  }
  if (projectId != null) return openProject(ctx, projectId, action);
  if (organizationId != null) return openOrganization(ctx, organizationId, action);
  throw badField('projectId', 'is required, or organizationId for all projects of an organization', 'required');
}

async function openProject(ctx: Context<'live' | 'pool'>, id: string, action: Action): Promise<OpenedStream> {
  const project = await requireProject(ctx, id, action);
  const reader = {
    organizationId: project.organizationId,
    topic: project.id,
    isGuest: project.role === 'guest',
    ...requireToken(ctx),
  };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return (select) => whileAllowed(updates, (update) => update.project.deletedAt === null, select);
}

const PROJECTS_OF_MEMBER = statement(
  'open-member-stream/projects-of-member',
  `SELECT ${LISTED_PROJECTS} AS "projectIds" FROM memberships m
  WHERE m.organization_id = $id AND m.user_id = $userId`,
);

async function openOrganization(ctx: Context<'live' | 'pool'>, id: string, action: Action): Promise<OpenedStream> {
  const role = await requireOrganization(ctx, id, action);
  const { userId } = requireToken(ctx);
  const row = await PROJECTS_OF_MEMBER.first(ctx.services.pool, { id, userId });
  const projectIds = row?.projectIds ?? null;
  const reader = { organizationId: id, topic: id, isGuest: role === 'guest', projectIds, ...requireToken(ctx) };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Organization');
  const listed = projectIds && new Set(projectIds);
  const granted = grantOf(ctx)?.projects;
  const isVisible = ({ project }: LiveUpdate) =>
    project.deletedAt === null && (listed?.has(project.id) ?? true) && (granted?.has(project.id) ?? true);
  return (select) =>
    whileAllowed(
      updates,
      () => true,
      (update) => (isVisible(update) ? select(update) : null),
    );
}
