import type { Invoice } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../../lib/durations.ts';
import type { Period } from '../../../platform/quotas/periods.ts';
import { CURRENCY } from '../../../platform/quotas/plans.ts';
import { type InvoiceLine, totalOf } from './invoice-lines.ts';
import { INVOICE_COLUMNS } from './read-invoices.ts';

const DAYS_TO_PAY = 14;

/**
 * Locks the year's row until the commit: concurrent invoices wait, and a rollback releases the
 * number.
 */
const NEXT_NUMBER = statement(
  'issue-invoice/next-number',
  `INSERT INTO invoice_counters (year, last) VALUES ($year, 1)
  ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last`,
);

/** Addresses the invoice to the organization, in care of its first owner. */
const INSERT = statement(
  'issue-invoice/insert',
  `INSERT INTO invoices AS i
    (id, organization_id, number, status, provider, currency, total_cents, lines, customer_name, customer_email,
     period_start, period_end, issued_at, due_at, updated_at)
  SELECT $id, o.id, $number, 'open', 'manual', $currency, $total, $lines, o.name,
         coalesce((SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
                    WHERE m.organization_id = o.id AND m.role = 'owner' ORDER BY m.created_at, m.id LIMIT 1), ''),
         $start, $end, $at, $dueAt, now()
    FROM organizations o WHERE o.id = $organizationId
  RETURNING ${INVOICE_COLUMNS}`,
);

/** Formats an invoice number: PB-2026-000001. */
const numberOf = (year: number, sequence: number) => `PB-${year}-${String(sequence).padStart(6, '0')}`;

/**
 * Issues an invoice in the transaction of the change that it charges. Numbers have no gaps; one
 * sequence per installation and year (UTC).
 *
 * @returns undefined if the total is zero
 */
export async function issueInvoice(
  sql: Queryable,
  invoice: { organizationId: string; period: Period; lines: InvoiceLine[]; at: Date },
): Promise<Invoice | undefined> {
  const { organizationId, period, lines, at } = invoice;
  const total = totalOf(lines);
  if (total === 0) return undefined;
  const year = at.getUTCFullYear();
  const next = await NEXT_NUMBER.run(sql, { year });
  return INSERT.first(sql, {
    id: newId(),
    organizationId,
    number: numberOf(year, next.rows[0]?.last ?? 0),
    currency: CURRENCY,
    total,
    lines: JSON.stringify(lines),
    start: period.start,
    end: period.end,
    at,
    dueAt: new Date(at.getTime() + DAYS_TO_PAY * DAY_MS),
  });
}
