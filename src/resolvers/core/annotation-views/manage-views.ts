import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { AnnotationOrder, type AnnotationView } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { assertCan, requireUser } from '../../platform/policies/access.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { storedFilter } from '../work-list/stored-filter.ts';
import { INCLUDES_VIEW, requireView, VIEW_COLUMNS } from './require-view.ts';

const viewInput = z.object({
  organizationId: z.string(),
  name: nameInput,
  filter: z.object({}).loose().nullish(),
  orderBy: z.enum(AnnotationOrder).nullish(),
  isShared: z.boolean().nullish(),
});
const changesInput = viewInput.omit({ organizationId: true }).partial();

const INSERT = statement(
  'manage-views/insert',
  `WITH v AS (
    INSERT INTO annotation_views (id, organization_id, user_id, name, filter, order_by, is_shared, updated_at)
    SELECT $id, $organizationId::uuid, $userId::uuid, $name, $filter, $orderBy::"AnnotationOrder", $isShared, now()
     WHERE (SELECT count(*) FROM annotation_views WHERE organization_id = $organizationId AND user_id = $userId) < ${LIMITS.memberViews}
    RETURNING *
  )
  SELECT ${VIEW_COLUMNS} FROM v`,
);

/** A parameter that is null keeps the column. */
const UPDATE = statement(
  'manage-views/update',
  `UPDATE annotation_views v
    SET name = coalesce($name?, name), filter = coalesce($filter?, filter), order_by = coalesce($orderBy?::"AnnotationOrder", order_by),
        is_shared = coalesce($isShared?, is_shared), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id RETURNING ${VIEW_COLUMNS}`,
);

const filterJson = (filter: object | null | undefined): string => JSON.stringify(storedFilter(filter));

/**
 * Saves a view of the work list, for the user or shared with the organization.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 * @throws FORBIDDEN also for a shared view without the permission to share
 * @throws CONFLICT for a member who has the maximum number of views
 */
export async function createView(ctx: Context<'pool'>, args: unknown): Promise<AnnotationView> {
  const userId = requireUser(ctx);
  const input: z.infer<typeof viewInput> = parseInput(viewInput, args);
  const { organizationId, name, isShared } = input;
  const role = await requireOrganization(ctx, organizationId, 'view.manage', { field: 'organizationId' });
  if (isShared) assertCan(ctx, role, 'view.share');
  const filter = filterJson(input.filter);
  const request = { client: `user:${userId}`, operation: 'createAnnotationView', input } as const;
  return withIdempotencyKey(ctx, request, async (sql) => {
    const values = {
      id: newId(),
      organizationId,
      userId,
      name,
      filter,
      orderBy: input.orderBy ?? 'newest',
      isShared: isShared ?? false,
    };
    const created = await INSERT.first(sql, values);
    if (!created) throw conflict(`You have ${LIMITS.memberViews} views, the maximum; delete one first`);
    return created;
  });
}

const LIST = statement(
  'manage-views/list',
  `SELECT ${VIEW_COLUMNS} FROM annotation_views v
  WHERE organization_id = $organizationId AND (is_shared OR user_id = $userId)
    AND EXISTS (SELECT FROM memberships m
                 WHERE m.organization_id = $organizationId AND m.user_id = $userId AND ${INCLUDES_VIEW}) ${NEWEST}`,
);

/**
 * Lists the user's views and the shared ones of an organization, newest first. A view that names a
 * project is listed for members who have the project.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listViews(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<AnnotationView>> {
  await requireOrganization(ctx, organizationId, 'view.manage');
  return readNewest(ctx, LIST, page, { organizationId, userId: requireUser(ctx) });
}

/**
 * Changes a view.
 *
 * @throws the errors of `requireView`
 * @throws BAD_USER_INPUT
 */
export async function updateView(ctx: Context<'pool'>, id: string, args: object): Promise<AnnotationView> {
  const view = await requireView(ctx, id);
  rejectNulls(args);
  const changes: z.infer<typeof changesInput> = parseInput(changesInput, args);
  if (changes.isShared) assertCan(ctx, view.role, 'view.share');
  const { name, filter, orderBy, isShared } = changes;
  const values = { name, filter: filter === undefined ? undefined : filterJson(filter), orderBy, isShared };
  if (Object.values(values).every((value) => value === undefined)) return view;
  const changed = await UPDATE.first(ctx.services.pool, { id, ...values });
  if (!changed) throw notFound('View');
  return changed;
}

/**
 * Deletes a view.
 *
 * @throws the errors of `requireView`
 */
export async function deleteView(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  await requireView(ctx, id);
  if (!(await deleteRow(ctx.services.pool, 'annotation_views', id))) throw notFound('View');
  return { id };
}
