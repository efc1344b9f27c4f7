import { type Period, shareOfRest } from '../../../platform/quotas/periods.ts';
import { type PlanId, planOf } from '../../../platform/quotas/plans.ts';

/** A line as stored with its invoice; later price changes do not affect it. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  /** Negative for a credit. */
  amountCents: number;
  /** ISO 8601. */
  periodStart: string;
  periodEnd: string;
}

/** One month of a plan, paid in advance. */
export const subscriptionLines = (plan: PlanId, period: Period): InvoiceLine[] => [
  line(`Plan ${planOf(plan).name}`, planOf(plan).priceCents, period),
];

/**
 * Lines of an upgrade within a month: a credit for the rest of the old plan and the rest of the new
 * one.
 */
export function prorationLines(from: PlanId, to: PlanId, period: Period, at: Date): InvoiceLine[] {
  const rest = { start: at, end: period.end };
  const shareOf = (plan: PlanId) => shareOfRest(planOf(plan).priceCents, period, at);
  return [
    line(`Plan ${planOf(from).name}, not used`, -shareOf(from), rest),
    line(`Plan ${planOf(to).name}, rest of the month`, shareOf(to), rest),
  ];
}

export const totalOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((total, { amountCents }) => total + amountCents, 0);

const line = (description: string, amountCents: number, { start, end }: Period): InvoiceLine => ({
  description,
  quantity: 1,
  amountCents,
  periodStart: start.toISOString(),
  periodEnd: end.toISOString(),
});
