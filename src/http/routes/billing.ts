import { Response } from '@whatwg-node/fetch';
import { MIB } from '../../lib/bytes.ts';
import { pdfPathOf, readInvoicePdf } from '../../resolvers/addons/billing/invoices/pdf-link.ts';
import { receiveStripeEvent } from '../../resolvers/addons/billing/stripe/receive-event.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import { type Endpoint, READ } from '../pipeline.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

/** Largest body of an event, bytes; far above Stripe's largest event. */
const MAX_EVENT_BYTES = MIB;

/** Receives events of Stripe, whose signature covers the exact bytes. */
export const stripeWebhook: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: ['POST'],
  path: '/billing/stripe/webhook',
  async handle({ context, request, body }) {
    const payload = await readBytes(request, MAX_EVENT_BYTES, body);
    const signature = request.headers.get('stripe-signature') ?? '';
    return Response.json(await receiveStripeEvent(context, { payload, signature }));
  },
};

/** Returns the PDF of an invoice to a browser, which opens a signed link without a token. */
export const invoicePdf: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: READ,
  path: new RegExp(`^${pdfPathOf('([^/]+)')}$`),
  async handle({ context, request, parameters: [id = ''] }) {
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
  },
};
