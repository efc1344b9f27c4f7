import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { endOf } from '../../platform/input/moment.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, readNewest } from '../../platform/pagination/cursor-page.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { requireOrganization } from './require-organization.ts';

const filters = z.object({
  actorId: z.string().refine(isId, 'must be a UUID').nullish(),
  from: z.date().nullish(),
  to: z.date().transform(endOf).nullish(),
});

type Filters = z.input<typeof filters> & { action?: AuditAction | null };

/** A parameter that is null does not filter. */
const LIST = statement(
  'list-audit-trail/list',
  `SELECT ${selectList(Prisma.AuditEntryScalarFieldEnum)} FROM audit_entries
  WHERE organization_id = $organizationId
    AND ($action?::text IS NULL OR action = $action) AND ($actorId?::uuid IS NULL OR actor_id = $actorId)
    AND ($from?::timestamptz IS NULL OR created_at >= $from) AND ($to?::timestamptz IS NULL OR created_at <= $to) ${NEWEST}`,
);

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
  return readNewest(ctx, LIST, page, { organizationId, action: args.action, actorId, from, to });
}
