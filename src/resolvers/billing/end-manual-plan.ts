import type { Context } from '../../context.ts';
import type { Subscription } from '../../generated/prisma/client.ts';
import type { Queryable } from '../../infrastructure/database/transaction.ts';
import {
  NO_PERIOD,
  NOTHING_AHEAD,
  SUBSCRIPTION_COLUMNS,
  writeSubscription,
} from '../addons/billing/lock-subscription.ts';

const LOCK = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE organization_id = $1 AND provider = 'manual' FOR UPDATE`;

/** Ends what an organization pays by hand, now: no further month begins. Call it with the organization locked. */
export async function endManualPlan(sql: Queryable, ctx: Context, organizationId: string): Promise<void> {
  const { rows } = await sql.query<Subscription>(LOCK, [organizationId]);
  const [held] = rows;
  if (!held) return;
  const plan = ctx.services.config.billing.defaultPlan;
  await writeSubscription(sql, ctx, held, { ...NO_PERIOD, ...NOTHING_AHEAD, plan });
}
