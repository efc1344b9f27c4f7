import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import type { Invoice } from '../../../../generated/prisma/client.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { INVOICE_COLUMNS } from '../../../billing/invoices/columns.ts';
import { requireInvoice } from '../../../billing/invoices/require-invoice.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';

type Settled = 'paid' | 'void';

const LOCK = `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $1 FOR UPDATE`;
const SETTLE = `UPDATE invoices i
    SET status = $2::"InvoiceStatus", updated_at = now(),
        paid_at = CASE $2 WHEN 'paid' THEN $3 ELSE paid_at END,
        voided_at = CASE $2 WHEN 'void' THEN $3 ELSE voided_at END
  WHERE id = $1 RETURNING ${INVOICE_COLUMNS}`;

/** Says that the money of an invoice has come. @throws as `settle` */
export const markInvoicePaid = (ctx: Context, id: string): Promise<Invoice> => settle(ctx, id, 'paid');

/** Says that an invoice need not be paid; it keeps its number. @throws as `settle` */
export const voidInvoice = (ctx: Context, id: string): Promise<Invoice> => settle(ctx, id, 'void');

/**
 * Settles an open invoice of ours. Settling it again the same way changes nothing.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND; CONFLICT when it is settled the other way, or Stripe's
 */
async function settle(ctx: Context, id: string, to: Settled): Promise<Invoice> {
  await requireInvoice(ctx, id);
  return inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<Invoice>(LOCK, [id]);
    const [invoice] = rows;
    if (!invoice) throw notFound('Invoice');
    if (invoice.provider === 'stripe') {
      throw conflict(
        'This invoice is paid through Stripe, which tells us when it is; open the billing portal to pay it',
      );
    }
    if (invoice.status === to) return invoice;
    if (invoice.status !== 'open')
      throw conflict(`This invoice is ${invoice.status}; only an open one can become ${to}`);
    const settled = await sql.query<Invoice>(SETTLE, [id, to, new Date()]);
    await recordAudit(sql, ctx, {
      organizationId: invoice.organizationId,
      action: to === 'paid' ? 'invoice_paid' : 'invoice_voided',
      target: { type: 'invoice', id, name: invoice.number ?? '' },
    });
    return settled.rows[0] ?? invoice;
  });
}
