import { Response } from '@whatwg-node/fetch';
import type { Context } from '../context.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteShare } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { pdfPathOf, readInvoicePdf } from '../resolvers/addons/billing/invoices/pdf-link.ts';
import { receiveStripeEvent } from '../resolvers/addons/billing/stripe/receive-event.ts';

/** Far above Stripe's largest event. */
const MAX_EVENT_BYTES = MIB;
const WEBHOOK = '/billing/stripe/webhook';
const PDF = new RegExp(`^${pdfPathOf('([^/]+)')}$`);

/**
 * The two requests of billing that are no operations of the API: Stripe's, whose exact bytes are signed, and a
 * browser's for a PDF, which a link opens without a token.
 * @returns undefined for any other request
 */
export function billingEdge(
  request: Request,
  path: string,
): ((context: Context, share: ByteShare) => Promise<Response>) | undefined {
  if (request.method === 'POST' && path === WEBHOOK) return (context, share) => takeEvent(request, context, share);
  const id = request.method === 'GET' || request.method === 'HEAD' ? PDF.exec(path)?.[1] : undefined;
  return id === undefined ? undefined : (context) => sendPdf(request, context, id);
}

async function takeEvent(request: Request, context: Context, share: ByteShare): Promise<Response> {
  const payload = await readBytes(request, MAX_EVENT_BYTES, share);
  const signature = request.headers.get('stripe-signature') ?? '';
  return Response.json(await receiveStripeEvent(context, { payload, signature }));
}

async function sendPdf(request: Request, context: Context, id: string): Promise<Response> {
  const { name, pdf } = await readInvoicePdf(context, id, new URL(request.url).searchParams);
  return new Response(pdf as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}
