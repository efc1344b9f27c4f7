import { InvoiceStatus } from '../../generated/prisma/client.ts';
import type { InvoiceLine } from '../../resolvers/addons/billing/invoices/invoice-lines.ts';
import { pdfUrlOf } from '../../resolvers/addons/billing/invoices/pdf-link.ts';
import { listInvoices, requireInvoice } from '../../resolvers/addons/billing/invoices/read-invoices.ts';
import { markInvoicePaid, voidInvoice } from '../../resolvers/addons/billing/invoices/settle-invoice.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { actOnOne, listOf, readOne } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { BillingProviderEnum } from './plans.ts';

const InvoiceStatusEnum = builder.enumType('InvoiceStatus', {
  description: 'Status of an invoice.',
  values: {
    [InvoiceStatus.draft]: { description: 'Not yet issued by Stripe: without a number and subject to change.' },
    [InvoiceStatus.open]: { description: 'Awaiting payment.' },
    [InvoiceStatus.paid]: { description: 'Paid.' },
    [InvoiceStatus.void]: { description: 'Canceled. The invoice keeps its number.' },
  } as const,
});

const InvoiceLineType = builder.objectRef<InvoiceLine>('InvoiceLine').implement({
  description: 'A line of an invoice.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'Text of the line.' }),
    quantity: t.exposeFloat('quantity', { description: 'Quantity.' }),
    amountCents: t.exposeInt('amountCents', { description: 'Amount in cents of the currency; negative for a credit.' }),
    periodStart: t.field({
      type: 'DateTime',
      description: 'Start of the period.',
      resolve: ({ periodStart }) => new Date(periodStart),
    }),
    periodEnd: t.field({
      type: 'DateTime',
      description: 'End of the period.',
      resolve: ({ periodEnd }) => new Date(periodEnd),
    }),
  }),
});

const InvoiceType = builder.prismaObject('Invoice', {
  description: 'An invoice. After issue, only its payment status changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    organizationId: t.exposeID('organizationId', { description: 'Invoiced organization.' }),
    number: t.exposeString('number', {
      nullable: true,
      description:
        'Invoice number, such as PB-2026-000001, sequential without gaps in this installation. Stripe invoices have ' +
        "Stripe's number. Null for a draft.",
    }),
    status: t.expose('status', { type: InvoiceStatusEnum, description: 'Status of the invoice.' }),
    provider: t.expose('provider', { type: BillingProviderEnum, description: 'Payment method.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, such as EUR.' }),
    totalCents: t.exposeInt('totalCents', {
      description:
        'Sum of the lines in cents of the currency, without tax. Stripe invoices include tax calculated by Stripe.',
    }),
    lines: t.field({
      type: [InvoiceLineType],
      description: 'Lines of the invoice.',
      // Only issueInvoice writes the column.
      resolve: ({ lines }) => lines as unknown as InvoiceLine[],
    }),
    customerName: t.exposeString('customerName', { description: 'Name of the organization at the time of issue.' }),
    customerEmail: t.exposeString('customerEmail', {
      description: 'E-mail address of the first owner at the time of issue.',
    }),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'Start of the invoiced period.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'End of the period.' }),
    issuedAt: t.expose('issuedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of issue; null for a draft.',
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Due date, 14 days after issue. Null when Stripe charges automatically.',
    }),
    paidAt: t.expose('paidAt', { type: 'DateTime', nullable: true, description: 'Time of payment.' }),
    voidedAt: t.expose('voidedAt', { type: 'DateTime', nullable: true, description: 'Time of voiding.' }),
    pdfUrl: t.string({
      nullable: true,
      description:
        "URL of the PDF. It needs no token and is valid for 15 to 30 minutes. Stripe invoices have Stripe's PDF. " +
        'Null for a draft.',
      resolve: (invoice, _args, ctx) => pdfUrlOf(ctx, invoice),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
});

const tag = 'Billing';

listOf('invoices', {
  type: InvoiceType,
  connection: connectionTypes('Invoice', 'invoices', 'An invoice'),
  description: 'Invoices of an organization, newest first.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path: '/billing/organizations/:organizationId/invoices', tag },
  needs: 'billing.manage',
  list: (ctx, args, page) => listInvoices(ctx, args.organizationId, page),
});

readOne('invoice', {
  type: InvoiceType,
  of: 'invoice',
  description: 'One invoice.',
  rest: { path: '/billing/invoices/:id', tag },
  needs: 'billing.manage',
  resolve: (ctx, id) => requireInvoice(ctx, id, 'billing.manage'),
});

actOnOne('markInvoicePaid', {
  type: InvoiceType,
  of: 'invoice',
  description:
    'Marks an open invoice as paid. Repeating the call has no effect. CONFLICT for void invoices and Stripe invoices.',
  rest: { path: '/billing/invoices/:id/mark-paid', tag },
  needs: 'billing.manage',
  resolve: markInvoicePaid,
});

actOnOne('voidInvoice', {
  type: InvoiceType,
  of: 'invoice',
  description:
    'Voids an open invoice, which keeps its number. Repeating the call has no effect. CONFLICT for paid invoices ' +
    'and Stripe invoices.',
  rest: { path: '/billing/invoices/:id/void', tag },
  needs: 'billing.manage',
  resolve: voidInvoice,
});
