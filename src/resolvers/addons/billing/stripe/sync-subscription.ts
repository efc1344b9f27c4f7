import type { Context } from '../../../../context.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi, StripeSubscription } from '../../../../infrastructure/stripe/stripe.ts';
import { planOfPrice } from '../../../billing/stripe/stripe-prices.ts';
import { PLAN_IDS } from '../../../platform/quotas/plans.ts';
import {
  NO_PERIOD,
  NOTHING_AHEAD,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionChanges,
  writeSubscription,
} from '../lock-subscription.ts';

const TAKE_TICKET = `UPDATE subscriptions SET stripe_ticket = stripe_ticket + 1
  WHERE stripe_customer_id = $1 RETURNING stripe_ticket AS ticket`;
const LOCK = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE stripe_customer_id = $1 FOR UPDATE`;

/** Stripe's words for a subscription that pays for nothing any more. Until its first payment it is none yet. */
const ENDED = ['canceled', 'unpaid', 'incomplete_expired', 'paused'];
const NOT_YET = 'incomplete';

/** Written in the transaction of the change. @returns false: the change was made before, leave it out */
type Alongside = (sql: Queryable) => Promise<boolean>;

/**
 * Takes over what Stripe says now. Never what an event said then: events come late, twice and in any order. Of several
 * at once the one that began last asked last: what the others found is not written over it.
 * @param ask what asks Stripe, and may change something there
 * @returns what stands here now; undefined when no organization has the customer
 */
export async function syncSubscription(
  ctx: Context,
  customerId: string,
  ask: (ticket: number) => Promise<StripeSubscription>,
  alongside: Alongside = async () => true,
): Promise<Subscription | undefined> {
  const { pool } = ctx.services;
  const { rows } = await pool.query<{ ticket: number }>(TAKE_TICKET, [customerId]);
  const [taken] = rows;
  if (!taken) return undefined;
  const found = await ask(taken.ticket);
  return inTransaction(pool, async (sql) => {
    const locked = await sql.query<Subscription>(LOCK, [customerId]);
    const [held] = locked.rows;
    if (!held) return undefined;
    if (!(await alongside(sql)) || held.stripeWritten >= taken.ticket) return held;
    const changes = changesOf(ctx, held, found);
    return changes ? writeSubscription(sql, ctx, held, { ...changes, stripeWritten: taken.ticket }) : held;
  });
}

/** The same for a subscription of which only the id is known. */
export async function syncById(
  ctx: Context,
  stripe: StripeApi,
  subscription: { id: string; customerId: string },
  alongside?: Alongside,
): Promise<Subscription | undefined> {
  return syncSubscription(ctx, subscription.customerId, () => stripe.retrieveSubscription(subscription.id), alongside);
}

function changesOf(ctx: Context, held: Subscription, found: StripeSubscription): SubscriptionChanges | undefined {
  const isOther = held.stripeSubscriptionId !== null && held.stripeSubscriptionId !== found.id;
  const isOver = ENDED.includes(found.status);
  if (found.status === NOT_YET || (isOther && isOver)) return undefined;
  if (isOther) {
    const fields = { organizationId: held.organizationId, paid: held.stripeSubscriptionId, second: found.id };
    ctx.services.logger.error(fields, 'an organization pays for two subscriptions; cancel one of them at Stripe');
    return undefined;
  }
  if (isOver) {
    if (held.stripeSubscriptionId === null) return undefined;
    const plan = ctx.services.config.billing.defaultPlan;
    return { ...NO_PERIOD, ...NOTHING_AHEAD, ...NOTHING_AT_STRIPE, plan, status: 'active' };
  }
  const priced = planOfPrice(ctx, found.price);
  const kept = PLAN_IDS.find((id) => id === found.keepsPlan);
  const keeps = kept !== undefined && found.keepsUntil > new Date();
  return {
    plan: keeps ? kept : priced,
    pendingPlan: keeps && kept !== priced ? priced : null,
    status: found.status === 'past_due' ? 'past_due' : 'active',
    provider: 'stripe',
    anchorAt: found.anchorAt,
    currentPeriodStart: found.periodStart,
    currentPeriodEnd: found.periodEnd,
    cancelAtPeriodEnd: found.cancelAtPeriodEnd,
    stripeSubscriptionId: found.id,
  };
}

const NOTHING_AT_STRIPE = { provider: 'manual', stripeSubscriptionId: null } as const;
