/** The select list for `invoices i`: the shape that Prisma gives. */
export const INVOICE_COLUMNS = `i.id, i.organization_id AS "organizationId", i.number, i.status, i.provider, i.currency,
  i.total_cents AS "totalCents", i.lines, i.customer_name AS "customerName", i.customer_email AS "customerEmail",
  i.period_start AS "periodStart", i.period_end AS "periodEnd", i.issued_at AS "issuedAt", i.due_at AS "dueAt",
  i.paid_at AS "paidAt", i.voided_at AS "voidedAt", i.stripe_invoice_id AS "stripeInvoiceId",
  i.stripe_pdf_url AS "stripePdfUrl", i.created_at AS "createdAt", i.updated_at AS "updatedAt"`;
