import type { Context } from '../../../../context.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi, StripeInvoice } from '../../../../infrastructure/stripe/stripe.ts';
import type { InvoiceLine } from '../invoices/invoice-lines.ts';

/** Invoices only advance from draft over open to paid or void, so stale data never reverts them. */
const UPSERT = statement(
  'sync-invoice/upsert',
  `INSERT INTO invoices AS i
    (id, organization_id, number, status, provider, currency, total_cents, lines, customer_name, customer_email,
     period_start, period_end, issued_at, due_at, paid_at, voided_at, stripe_invoice_id, stripe_pdf_url, created_at, updated_at)
  SELECT $id, organization_id, $number?, $status::"InvoiceStatus", 'stripe', $currency, $totalCents, $lines, $customerName, $customerEmail, $periodStart, $periodEnd, $issuedAt?, $dueAt?, $paidAt?, $voidedAt?, $stripeInvoiceId, $pdfUrl?,
         $createdAt, now()
    FROM subscriptions WHERE stripe_customer_id = $customerId?
  ON CONFLICT (stripe_invoice_id) DO UPDATE
     SET number = excluded.number, status = excluded.status, total_cents = excluded.total_cents, lines = excluded.lines,
         customer_name = excluded.customer_name, customer_email = excluded.customer_email, issued_at = excluded.issued_at,
         due_at = excluded.due_at, paid_at = excluded.paid_at, voided_at = excluded.voided_at,
         stripe_pdf_url = excluded.stripe_pdf_url, updated_at = now()
   WHERE excluded.status >= i.status`,
);

/**
 * Copies the current state of an invoice from Stripe, under Stripe's number. Ignores invoices of
 * unknown customers.
 *
 * @param alongside writes in the same transaction; false skips the invoice
 */
export async function syncInvoice(
  ctx: Context<'pool'>,
  stripe: StripeApi,
  id: string,
  alongside: (sql: Queryable) => Promise<boolean>,
): Promise<void> {
  const found = await stripe.retrieveInvoice(id);
  await inTransaction(ctx.services.pool, async (sql) => {
    if (await alongside(sql)) await write(sql, found);
  });
}

async function write(sql: Queryable, found: StripeInvoice): Promise<void> {
  const lines: InvoiceLine[] = found.lines.map((line) => ({
    ...line,
    periodStart: line.periodStart.toISOString(),
    periodEnd: line.periodEnd.toISOString(),
  }));
  await UPSERT.run(sql, {
    id: newId(),
    customerId: found.customerId,
    number: found.number,
    status: found.status === 'uncollectible' ? 'open' : found.status,
    currency: found.currency,
    totalCents: found.totalCents,
    lines: JSON.stringify(lines),
    customerName: found.customerName,
    customerEmail: found.customerEmail,
    periodStart: found.periodStart,
    periodEnd: found.periodEnd,
    issuedAt: found.issuedAt,
    dueAt: found.dueAt,
    paidAt: found.paidAt,
    voidedAt: found.voidedAt,
    stripeInvoiceId: found.id,
    pdfUrl: found.pdfUrl,
    createdAt: found.createdAt,
  });
}
