import type { Context } from '../../../context.ts';
import type { Invoice } from '../../../generated/prisma/client.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { INVOICE_COLUMNS } from './columns.ts';

/** An organization's invoices for an owner, newest first. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function listInvoices(ctx: Context, organizationId: string, page: Page): Promise<PageRows<Invoice>> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Invoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE organization_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, ...clause.values],
  );
  return pageRows(rows, page);
}
