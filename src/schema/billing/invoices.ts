import { InvoiceStatus } from '../../generated/prisma/client.ts';
import type { InvoiceLine } from '../../resolvers/addons/billing/invoices/invoice-lines.ts';
import { pdfUrlOf } from '../../resolvers/addons/billing/invoices/pdf-link.ts';
import { markInvoicePaid, voidInvoice } from '../../resolvers/addons/billing/invoices/settle-invoice.ts';
import { listInvoices } from '../../resolvers/billing/invoices/list-invoices.ts';
import { requireInvoice } from '../../resolvers/billing/invoices/require-invoice.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { BillingProviderEnum } from './plans.ts';

const InvoiceStatusEnum = builder.enumType('InvoiceStatus', {
  description: 'Where an invoice stands.',
  values: {
    [InvoiceStatus.draft]: { description: 'Stripe has not issued it yet: it has no number and may change.' },
    [InvoiceStatus.open]: { description: 'To be paid.' },
    [InvoiceStatus.paid]: { description: 'Paid.' },
    [InvoiceStatus.void]: { description: 'Not to be paid; it keeps its number.' },
  } as const,
});

const InvoiceLineType = builder.objectRef<InvoiceLine>('InvoiceLine').implement({
  description: 'What an invoice is for.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'In words.' }),
    quantity: t.exposeFloat('quantity', { description: 'How many.' }),
    amountCents: t.exposeInt('amountCents', { description: 'In cents of the currency; negative: a credit.' }),
    periodStart: t.field({
      type: 'DateTime',
      description: 'From when it counts.',
      resolve: ({ periodStart }) => new Date(periodStart),
    }),
    periodEnd: t.field({
      type: 'DateTime',
      description: 'To when.',
      resolve: ({ periodEnd }) => new Date(periodEnd),
    }),
  }),
});

const InvoiceType = builder.prismaObject('Invoice', {
  description: 'A bill. Nothing of it changes once it is issued but whether it is paid.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    organizationId: t.exposeID('organizationId', { description: 'Whom it is for.' }),
    number: t.exposeString('number', {
      nullable: true,
      description:
        "PB-2026-000001, without gaps in this installation; of Stripe's invoices, Stripe's own. Null on a draft.",
    }),
    status: t.expose('status', { type: InvoiceStatusEnum, description: 'Where it stands.' }),
    provider: t.expose('provider', { type: BillingProviderEnum, description: 'How it is paid.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, such as EUR.' }),
    totalCents: t.exposeInt('totalCents', {
      description: "The sum of its lines, in cents of the currency. Without tax; of Stripe's invoices, with Stripe's.",
    }),
    lines: t.field({
      type: [InvoiceLineType],
      description: 'What it is for.',
      // Only our own code writes the column.
      resolve: ({ lines }) => lines as unknown as InvoiceLine[],
    }),
    customerName: t.exposeString('customerName', { description: 'The organization, as it was called then.' }),
    customerEmail: t.exposeString('customerEmail', { description: 'Its first owner then.' }),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'From when it is for.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'To when.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', nullable: true, description: 'When; null on a draft.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when to pay: 14 days. Null where Stripe takes the money by itself.',
    }),
    paidAt: t.expose('paidAt', { type: 'DateTime', nullable: true, description: 'When it was paid.' }),
    voidedAt: t.expose('voidedAt', { type: 'DateTime', nullable: true, description: 'When it became void.' }),
    pdfUrl: t.string({
      nullable: true,
      description:
        "Where a browser gets it as PDF, without a token, for 15 to 30 minutes; Stripe's invoices: Stripe's own PDF. " +
        'Null on a draft.',
      resolve: (invoice, _args, ctx) => pdfUrlOf(ctx, invoice),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

const tag = 'Billing';

builder.queryField('invoices', (t) =>
  t.connection(
    {
      type: InvoiceType,
      description: 'The invoices of an organization, newest first.',
      args: { organizationId: t.arg.id(idOf('organization')) },
      extensions: operation({
        rest: { method: 'GET', path: '/billing/organizations/:organizationId/invoices', envelope: 'list', tag },
        needs: 'billing.manage',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listInvoices(ctx, args.organizationId, page)),
    },
    ...connectionNames('Invoice', 'invoices', 'An invoice'),
  ),
);

builder.queryField('invoice', (t) =>
  t.field({
    type: InvoiceType,
    description: 'One invoice.',
    args: { id: t.arg.id(itsId('invoice')) },
    extensions: operation({
      rest: { method: 'GET', path: '/billing/invoices/:id', tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => requireInvoice(ctx, args.id),
  }),
);

builder.mutationField('markInvoicePaid', (t) =>
  t.field({
    type: InvoiceType,
    description:
      'Says that the money of an open invoice has come. Once more changes nothing. CONFLICT for a void ' +
      "one and for Stripe's.",
    args: { id: t.arg.id(itsId('invoice')) },
    extensions: operation({
      rest: { method: 'POST', path: '/billing/invoices/:id/mark-paid', tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => markInvoicePaid(ctx, args.id),
  }),
);

builder.mutationField('voidInvoice', (t) =>
  t.field({
    type: InvoiceType,
    description:
      'Says that an open invoice need not be paid; it keeps its number. Once more changes nothing. ' +
      "CONFLICT for a paid one and for Stripe's.",
    args: { id: t.arg.id(itsId('invoice')) },
    extensions: operation({
      rest: { method: 'POST', path: '/billing/invoices/:id/void', tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => voidInvoice(ctx, args.id),
  }),
);
