import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { AuditAction } from '../../audit/audit-actions.ts';

/** Members of the target that changed. Never the value of a secret: say `{ secret: { before: null, after: null } }`. */
export type AuditChanges = Record<string, { before: unknown; after: unknown }>;

export interface NewAuditEntry {
  organizationId: string;
  action: AuditAction;
  /** What was changed; `name` is what people call it. */
  target: { type: string; id: string; name: string };
  changes?: AuditChanges;
}

const INSERT = `INSERT INTO audit_entries
    (id, organization_id, actor_id, action, target_type, target_id, target_name, changes, ip, user_agent)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Writes down who did it, from where. Call it in the transaction of the change, so that neither is without the other. */
export async function recordAudit(sql: Queryable, ctx: Context, entry: NewAuditEntry): Promise<void> {
  const { organizationId, action, target, changes = {} } = entry;
  await sql.query(INSERT, [
    newId(),
    organizationId,
    ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    action,
    target.type,
    target.id,
    target.name,
    JSON.stringify(changes),
    ctx.ip,
    ctx.userAgent,
  ]);
}

/** What differs between two states of a row, of the members named. */
export function changesBetween<T extends object>(before: T, after: T, members: readonly (keyof T & string)[]) {
  const changes: AuditChanges = {};
  for (const name of members) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    changes[name] = { before: before[name], after: after[name] };
  }
  return changes;
}
