import type { Invoice } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../../lib/durations.ts';
import { INVOICE_COLUMNS } from '../../../billing/invoices/columns.ts';
import type { Period } from '../../../platform/quotas/periods.ts';
import { CURRENCY } from '../../../platform/quotas/plans.ts';
import { type InvoiceLine, totalOf } from './invoice-lines.ts';

const DAYS_TO_PAY = 14;

/** Holds the year's row until the commit: the next invoice waits, and a rollback gives the number back. */
const NEXT_NUMBER = `INSERT INTO invoice_counters (year, last) VALUES ($1, 1)
  ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last`;

/** The customer is the organization, in care of its first owner. */
const INSERT = `INSERT INTO invoices AS i
    (id, organization_id, number, status, provider, currency, total_cents, lines, customer_name, customer_email,
     period_start, period_end, issued_at, due_at, updated_at)
  SELECT $1, o.id, $3, 'open', 'manual', $4, $5, $6, o.name,
         coalesce((SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
                    WHERE m.organization_id = o.id AND m.role = 'owner' ORDER BY m.created_at, m.id LIMIT 1), ''),
         $7, $8, $9, $10, now()
    FROM organizations o WHERE o.id = $2
  RETURNING ${INVOICE_COLUMNS}`;

/** PB-2026-000001 */
const numberOf = (year: number, place: number) => `PB-${year}-${String(place).padStart(6, '0')}`;

/**
 * Issues an invoice in the transaction of what it is for. Numbers run through all organizations of an installation
 * and begin anew each year (UTC), without gaps. What costs nothing gets none.
 */
export async function issueInvoice(
  sql: Queryable,
  invoice: { organizationId: string; period: Period; lines: InvoiceLine[]; at: Date },
): Promise<Invoice | undefined> {
  const { organizationId, period, lines, at } = invoice;
  const total = totalOf(lines);
  if (total === 0) return undefined;
  const year = at.getUTCFullYear();
  const next = await sql.query<{ last: number }>(NEXT_NUMBER, [year]);
  const { rows } = await sql.query<Invoice>(INSERT, [
    newId(),
    organizationId,
    numberOf(year, next.rows[0]?.last ?? 0),
    CURRENCY,
    total,
    JSON.stringify(lines),
    period.start,
    period.end,
    at,
    new Date(at.getTime() + DAYS_TO_PAY * DAY_MS),
  ]);
  return rows[0];
}
