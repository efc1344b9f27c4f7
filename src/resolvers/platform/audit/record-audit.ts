import { isDeepStrictEqual } from 'node:util';
import type { CallContext } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { viaOf } from '../policies/access.ts';
import type { AuditAction } from './audit-actions.ts';

/**
 * Changed members of the target. For a secret, record `{ before: null, after: null }`, never its
 * value.
 */
export type AuditChanges = Record<string, { before: unknown; after: unknown }>;

export interface NewAuditEntry {
  organizationId: string;
  action: AuditAction;
  /** The changed object; `name` is its display name. */
  target: { type: string; id: string; name: string };
  changes?: AuditChanges;
}

const INSERT = statement(
  'record-audit/insert',
  `INSERT INTO audit_entries
    (id, organization_id, actor_id, action, target_type, target_id, target_name, changes, ip, user_agent, via)
  VALUES ($id, $organizationId, $userId?, $action, $type, $targetId, $name, $changes, $ip, $userAgent?, $via?)`,
);

/**
 * Inserts an audit entry with actor, access token, address and user agent. Call it in the
 * transaction of the change.
 */
export async function recordAudit(sql: Queryable, ctx: CallContext, entry: NewAuditEntry): Promise<void> {
  const { organizationId, action, target, changes = {} } = entry;
  await INSERT.run(sql, {
    id: newId(),
    organizationId,
    userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    action,
    type: target.type,
    targetId: target.id,
    name: target.name,
    changes: JSON.stringify(changes),
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    via: viaOf(ctx),
  });
}

/** Differences between two states of a row, for the given members. */
export function changesBetween<T extends object>(before: T, after: T, members: readonly (keyof T & string)[]) {
  const changes: AuditChanges = {};
  for (const name of members) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    changes[name] = { before: before[name], after: after[name] };
  }
  return changes;
}
