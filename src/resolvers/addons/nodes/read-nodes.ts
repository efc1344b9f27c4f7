import type { Context } from '../../../context.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { indexById } from '../../../lib/index-by-id.ts';
import { oncePer } from '../../../lib/once-per.ts';
import {
  assertInGrant,
  assertMembership,
  INCLUDES_PROJECT,
  MEMBERSHIP_CLAIMS,
  requireUser,
} from '../../platform/policies/access.ts';
import { NODE_KINDS, type NodeKind } from './node-kinds.ts';

/** Maximum ids of a call. */
export const MAX_NODES = 100;

/** An object and its type. */
export interface NodeRow {
  kind: NodeKind;
  row: object;
}

const WHAT = 'Object';

/** Finds objects of all kinds that the user's memberships include. */
const LOCATE = statement(
  'read-nodes/locate',
  `SELECT n.kind AS "kind!", n.id AS "id!", n.organization_id AS "organizationId!", n.project_id AS "projectId?",
          ${MEMBERSHIP_CLAIMS}
     FROM (${Object.entries(NODE_KINDS)
       .map(([kind, { located }]) => `SELECT '${kind}' AS kind, located.* FROM (${located}) AS located`)
       .join(' UNION ALL ')}) AS n (kind, id, organization_id, project_id, is_internal)
     JOIN memberships m ON m.organization_id = n.organization_id AND m.user_id = $userId
     LEFT JOIN projects p ON p.id = n.project_id
    WHERE (n.project_id IS NULL OR ${INCLUDES_PROJECT}) AND (NOT n.is_internal OR m.role <> 'guest')`,
  { prepared: true },
);

const locatedIn = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]) => {
    const rows = await LOCATE.rows(ctx.services.pool, { userId: requireUser(ctx), ids: [...new Set(ids)] });
    const found = indexById(rows);
    return ids.map((id) => found.get(id));
  }, Infinity),
);

/**
 * Reads an object of any kind, if the client may read its organization, and the object by the
 * operations of its kind.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for an object of another organization and for a malformed id
 */
export async function readNode(ctx: Context<'pool'>, id: string): Promise<NodeRow> {
  requireUser(ctx);
  const located = isId(id) ? await locatedIn(ctx)(id.toLowerCase()) : undefined;
  if (!located) throw notFound(WHAT);
  const kind = located.kind as NodeKind;
  const { action, read } = NODE_KINDS[kind];
  const { organizationId, projectId } = located;
  assertInGrant(ctx, projectId === null ? { organizationId } : { projectId }, action, WHAT);
  assertMembership(ctx, located, 'organization.read');
  assertMembership(ctx, located, action);
  const row = await read(ctx, located.id);
  if (!row) throw notFound(WHAT);
  return { kind, row };
}

/**
 * Reads objects of any kind.
 *
 * @returns in the order of the ids, the object or the error of `readNode`
 * @throws UNAUTHENTICATED
 * @throws BAD_USER_INPUT for too many ids
 */
export async function readNodes(ctx: Context<'pool'>, ids: readonly string[]): Promise<(NodeRow | AppError)[]> {
  requireUser(ctx);
  if (ids.length > MAX_NODES) throw badField('ids', `must have at most ${MAX_NODES} items`);
  return Promise.all(
    ids.map((id) =>
      readNode(ctx, id).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      }),
    ),
  );
}
