import { z } from 'zod';

// Schemas of the fields that billing reads of Stripe's objects, under local names.

const seconds = z.number().transform((value) => new Date(value * 1000));
/** An id, or the expanded object. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

export const customer = z.object({ id: z.string() });

export const checkout = z
  .object({ id: z.string(), url: z.url(), expires_at: seconds })
  .transform(({ id, url, expires_at }) => ({ id, url, expiresAt: expires_at }));

export const portal = z.object({ url: z.url() });

export const subscription = z
  .object({
    id: z.string(),
    customer: reference,
    status: z.string(),
    cancel_at_period_end: z.boolean(),
    cancel_at: z.number().nullish(),
    billing_cycle_anchor: seconds,
    metadata: z.record(z.string(), z.string()).nullish(),
    items: z.object({
      data: z
        .array(
          z.object({
            id: z.string(),
            price: z.object({ id: z.string() }),
            current_period_start: seconds,
            current_period_end: seconds,
          }),
        )
        .min(1),
    }),
  })
  .transform(({ items, metadata, ...rest }, check) => {
    const [item] = items.data;
    if (!item) {
      check.addIssue({ code: 'custom', message: 'has no item' });
      return z.NEVER;
    }
    return {
      id: rest.id,
      customerId: rest.customer,
      status: rest.status,
      anchorAt: rest.billing_cycle_anchor,
      // The portal sets `cancel_at` instead.
      cancelAtPeriodEnd: rest.cancel_at_period_end || rest.cancel_at != null,
      itemId: item.id,
      price: item.price.id,
      periodStart: item.current_period_start,
      periodEnd: item.current_period_end,
      keepsPlan: metadata?.keepsPlan || undefined,
      keepsUntil: new Date(Number(metadata?.keepsUntil || 0) * 1000),
    };
  });

const period = z.object({ start: seconds, end: seconds });

export const invoice = z
  .object({
    id: z.string(),
    customer: reference.nullish(),
    number: z.string().nullish(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
    currency: z.string(),
    total: z.number().int(),
    created: seconds,
    due_date: seconds.nullish(),
    invoice_pdf: z.string().nullish(),
    customer_name: z.string().nullish(),
    customer_email: z.string().nullish(),
    period_start: seconds,
    period_end: seconds,
    status_transitions: z
      .object({ finalized_at: seconds.nullish(), paid_at: seconds.nullish(), voided_at: seconds.nullish() })
      .nullish(),
    lines: z.object({
      data: z.array(
        z.object({
          description: z.string().nullish(),
          amount: z.number().int(),
          quantity: z.number().nullish(),
          period,
        }),
      ),
    }),
  })
  .transform((found) => ({
    id: found.id,
    customerId: found.customer ?? undefined,
    number: found.number ?? null,
    status: found.status,
    currency: found.currency.toUpperCase(),
    totalCents: found.total,
    createdAt: found.created,
    issuedAt: found.status_transitions?.finalized_at ?? null,
    dueAt: found.due_date ?? null,
    paidAt: found.status_transitions?.paid_at ?? null,
    voidedAt: found.status_transitions?.voided_at ?? null,
    pdfUrl: found.invoice_pdf ?? null,
    customerName: found.customer_name ?? '',
    customerEmail: found.customer_email ?? '',
    periodStart: found.period_start,
    periodEnd: found.period_end,
    lines: found.lines.data.map((line) => ({
      description: line.description ?? '',
      quantity: line.quantity ?? 1,
      amountCents: line.amount,
      periodStart: line.period.start,
      periodEnd: line.period.end,
    })),
  }));

export const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      customer: reference.nullish(),
      subscription: reference.nullish(),
    }),
  }),
});
