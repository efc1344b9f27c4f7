import type { Context } from '../../../../context.ts';
import { type Invoice, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { requireOrganization } from '../../../core/organizations/require-organization.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { MEMBERSHIP_CLAIMS } from '../../../platform/policies/access.ts';
import { requireRow } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM invoices i`. */
export const INVOICE_COLUMNS = selectList(Prisma.InvoiceScalarFieldEnum, { alias: 'i' });

const FOR_USER = statement(
  'read-invoices/for-user',
  `SELECT ${INVOICE_COLUMNS}, ${MEMBERSHIP_CLAIMS}
           FROM invoices i
           JOIN memberships m ON m.organization_id = i.organization_id AND m.user_id = $userId
          WHERE i.id = $id`,
  { prepared: true },
);

/**
 * Finds an invoice if the calling user is an owner of its organization.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND for an unknown or malformed id and for another tenant's invoice
 */
export const requireInvoice = (ctx: Context<'pool'>, id: string): Promise<Invoice> =>
  requireRow(ctx, {
    what: 'Invoice',
    id,
    query: FOR_USER,
    action: 'billing.manage',
    scopeOf: ({ organizationId }) => ({ organizationId }),
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
