import type { Context } from '../../../../context.ts';
import { AppError, notFound } from '../../../../errors.ts';
import type { Invoice } from '../../../../generated/prisma/client.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { INVOICE_COLUMNS } from '../../../billing/invoices/columns.ts';
import { renderInvoice } from './render-invoice.ts';

const VALID_MS = 15 * MINUTE_MS;

export const pdfPathOf = (id: string): string => `/billing/invoices/${id}/pdf`;

/** Where a browser gets an invoice as PDF; undefined while there is none. */
export function pdfUrlOf({ services }: Context, invoice: Invoice): string | null {
  if (invoice.provider === 'stripe' || invoice.number === null) return invoice.stripePdfUrl;
  return services.config.http.baseUrl + services.links.sign(pdfPathOf(invoice.id), VALID_MS);
}

/**
 * An invoice as PDF, for whoever has its link.
 * @param query of the link
 * @throws UNAUTHENTICATED without a link that counts; NOT_FOUND
 */
export async function readInvoicePdf(
  { services }: Context,
  id: string,
  query: URLSearchParams,
): Promise<{ name: string; pdf: Uint8Array }> {
  if (!services.links.verify(pdfPathOf(id), query)) {
    throw new AppError(
      'UNAUTHENTICATED',
      'This link does not count, or no longer: GET /billing/invoices/{id} gives a new one as pdfUrl',
    );
  }
  if (!isId(id)) throw notFound('Invoice');
  const { rows } = await services.pool.query<Invoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $1 AND provider = 'manual'`,
    [id],
  );
  const [invoice] = rows;
  if (!invoice) throw notFound('Invoice');
  return { name: `${invoice.number}.pdf`, pdf: await renderInvoice(invoice, services.config.billing.invoice) };
}
