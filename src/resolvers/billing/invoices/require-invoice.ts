import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Invoice } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/ids.ts';
import { assertStanding, requireUser, STANDING, type Standing } from '../../policies/access.ts';
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
export async function requireInvoice(ctx: Context, id: string): Promise<Invoice> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw notFound('Invoice');
  const { rows } = await ctx.services.pool.query<Invoice & Standing>({ ...FOR_USER, values: [id, userId] });
  const [invoice] = rows;
  if (!invoice) throw notFound('Invoice');
  assertStanding(ctx, invoice, 'billing.manage');
  return invoice;
}
