import type { Context } from '../../../../context.ts';
import { AppError, notFound } from '../../../../errors.ts';
import type { Invoice } from '../../../../generated/prisma/client.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { INVOICE_COLUMNS } from './read-invoices.ts';
import { renderInvoice } from './render-invoice.ts';

const VALID_MS = 15 * MINUTE_MS;

export const pdfPathOf = (id: string): string => `/billing/invoices/${id}/pdf`;

/** Creates the URL of an invoice's PDF; null if there is none yet. */
export function pdfUrlOf({ services }: Context<'config' | 'links'>, invoice: Invoice): string | null {
  if (invoice.provider === 'stripe' || invoice.number === null) return invoice.stripePdfUrl;
  return services.config.http.baseUrl + services.links.sign(pdfPathOf(invoice.id), VALID_MS);
}

const FIND = statement(
  'pdf-link/find',
  `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $id AND provider = 'manual'`,
);

/**
 * Renders an invoice as PDF for the holder of a signed URL.
 *
 * @param query of the URL
 * @throws UNAUTHENTICATED for an invalid or expired signature
 * @throws NOT_FOUND
 */
export async function readInvoicePdf(
  { services }: Context<'config' | 'links' | 'pool'>,
  id: string,
  query: URLSearchParams,
): Promise<{ name: string; pdf: Uint8Array }> {
  if (!services.links.verify(pdfPathOf(id), query)) {
    throw new AppError(
      'UNAUTHENTICATED',
      'This link is invalid or has expired; get a new one as pdfUrl from GET /billing/invoices/{id}',
    );
  }
  if (!isId(id)) throw notFound('Invoice');
  const invoice = await FIND.first(services.pool, { id });
  if (!invoice) throw notFound('Invoice');
  return { name: `${invoice.number}.pdf`, pdf: await renderInvoice(invoice, services.config.billing.invoice) };
}
