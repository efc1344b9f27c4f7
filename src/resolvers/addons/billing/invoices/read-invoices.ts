import type { Context } from '../../../../context.ts';
import { type Invoice, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { requireOrganization } from '../../../core/organizations/require-organization.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { guard, ofOrganization } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM invoices i`. */
export const INVOICE_COLUMNS = selectList(Prisma.InvoiceScalarFieldEnum, { alias: 'i' });

/** Loads an invoice if the user may perform `action` on its organization. */
export const requireInvoice = guard('read-invoices/for-user', {
  what: 'Invoice',
  columns: INVOICE_COLUMNS,
  from: `invoices i ${ofOrganization('i.organization_id')}`,
  where: 'i.id = $id',
  scope: 'organizationId',
});

const LIST = statement(
  'read-invoices/list',
  `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE organization_id = $organizationId ${NEWEST}`,
);

/**
 * Lists an organization's invoices for an owner, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listInvoices(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<Invoice>> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  return readNewest(ctx, LIST, page, { organizationId });
}
