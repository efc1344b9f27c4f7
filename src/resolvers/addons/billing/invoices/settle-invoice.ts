import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import type { Invoice } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { INVOICE_COLUMNS, requireInvoice } from './read-invoices.ts';

type Settled = 'paid' | 'void';

const LOCK = statement('settle-invoice/lock', `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $id FOR UPDATE`);
const SETTLE = statement(
  'settle-invoice/settle',
  `UPDATE invoices i
    SET status = $to::"InvoiceStatus", updated_at = now(),
        paid_at = CASE $to WHEN 'paid' THEN $at ELSE paid_at END,
        voided_at = CASE $to WHEN 'void' THEN $at ELSE voided_at END
  WHERE id = $id RETURNING ${INVOICE_COLUMNS}`,
);

/**
 * Marks an invoice as paid.
 *
 * @throws as `settle`
 */
export const markInvoicePaid = (ctx: Context<'pool'>, id: string): Promise<Invoice> => settle(ctx, id, 'paid');

/**
 * Voids an invoice, which keeps its number.
 *
 * @throws as `settle`
 */
export const voidInvoice = (ctx: Context<'pool'>, id: string): Promise<Invoice> => settle(ctx, id, 'void');

/**
 * Settles an open invoice that this installation issued. Repeating it changes nothing.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws CONFLICT if the invoice is settled the other way or is Stripe's
 */
async function settle(ctx: Context<'pool'>, id: string, to: Settled): Promise<Invoice> {
  await requireInvoice(ctx, id, 'billing.manage');
  return inTransaction(ctx.services.pool, async (sql) => {
    const invoice = await LOCK.first(sql, { id });
    if (!invoice) throw notFound('Invoice');
    if (invoice.provider === 'stripe') {
      throw conflict('This invoice is settled by Stripe; open the billing portal to pay it');
    }
    if (invoice.status === to) return invoice;
    if (invoice.status !== 'open')
      throw conflict(`This invoice is ${invoice.status}; only an open one can become ${to}`);
    const settled = await SETTLE.run(sql, { id, to, at: new Date() });
    await recordAudit(sql, ctx, {
      organizationId: invoice.organizationId,
      action: to === 'paid' ? 'invoice_paid' : 'invoice_voided',
      target: { type: 'invoice', id, name: invoice.number ?? '' },
    });
    return settled.rows[0] ?? invoice;
  });
}
