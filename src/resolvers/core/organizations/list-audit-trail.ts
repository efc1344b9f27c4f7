import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { type AuditEntry, Prisma } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { endOf } from '../../platform/input/moment.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { type Page, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { requireOrganization } from './require-organization.ts';

const filters = z.object({
  actorId: z.string().refine(isId, 'must be a UUID').nullish(),
  from: z.date().nullish(),
  to: z.date().transform(endOf).nullish(),
});

type Filters = z.input<typeof filters> & { action?: AuditAction | null };

const COLUMNS = selectList(Prisma.AuditEntryScalarFieldEnum);

/** A parameter that is null does not filter. */
const LIST = `SELECT ${COLUMNS} FROM audit_entries
  WHERE organization_id = $1 AND ($2::text IS NULL OR action = $2) AND ($3::uuid IS NULL OR actor_id = $3)
    AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at <= $5)`;

/**
 * Lists the audit trail of an organization, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for filters that can match nothing
 */
export async function listAuditTrail(ctx: Context<'pool'>, organizationId: string, args: Filters, page: Page) {
  await requireOrganization(ctx, organizationId, 'audit.read');
  const { actorId, from, to }: z.infer<typeof filters> = parseInput(filters, args);
  if (from && to && from > to) throw badField('from', 'must not be after to');
  const clause = pageClause(page, 'desc', 6);
  const { rows } = await ctx.services.pool.query<AuditEntry>(`${LIST} ${clause.where} ${clause.orderAndLimit}`, [
    organizationId,
    args.action,
    actorId,
    from,
    to,
    ...clause.values,
  ]);
  return pageRows(rows, page);
}
