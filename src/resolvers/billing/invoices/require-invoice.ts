import type { Context } from '../../../context.ts';
import type { Invoice } from '../../../generated/prisma/client.ts';
import { STANDING } from '../../platform/policies/access.ts';
import { requireRow } from '../../policies/require-row.ts';
import { INVOICE_COLUMNS } from './columns.ts';

const FOR_USER = {
  name: 'invoice-for-user',
  text: `SELECT ${INVOICE_COLUMNS}, ${STANDING}
           FROM invoices i
           JOIN memberships m ON m.organization_id = i.organization_id AND m.user_id = $2
          WHERE i.id = $1`,
};

/**
 * The invoice, when the calling user is an owner.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's invoice as for none and for a malformed id
 */
export const requireInvoice = (ctx: Context, id: string): Promise<Invoice> =>
  requireRow<Invoice>(ctx, { what: 'Invoice', id, query: FOR_USER, action: 'billing.manage' });
