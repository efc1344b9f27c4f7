import type { Context } from '../../../../context.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi, StripeSubscription } from '../../../../infrastructure/stripe/stripe.ts';
import { PLAN_IDS } from '../../../platform/quotas/plans.ts';
import {
  NO_PENDING_CHANGE,
  NO_PERIOD,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionChanges,
  writeSubscription,
} from '../lock-subscription.ts';
import { planOfPrice } from './stripe-prices.ts';

const TAKE_TICKET = statement(
  'sync-subscription/take-ticket',
  `UPDATE subscriptions SET stripe_ticket = stripe_ticket + 1
  WHERE stripe_customer_id = $customerId RETURNING stripe_ticket AS ticket`,
);
const LOCK = statement(
  'sync-subscription/lock',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE stripe_customer_id = $customerId FOR UPDATE`,
);

/**
 * Stripe's statuses of ended subscriptions. An incomplete one has not started: its first payment is
 * missing.
 */
const ENDED_STATUSES = ['canceled', 'unpaid', 'incomplete_expired', 'paused'];
const UNPAID_STATUS = 'incomplete';

/**
 * Writes in the transaction of the change.
 *
 * @returns false if the change was already applied and must be skipped
 */
type Alongside = (sql: Queryable) => Promise<boolean>;

/**
 * Copies the current state of a subscription from Stripe. Never uses an event's own data: events
 * arrive late, twice and out of order. Of concurrent calls, the one that started last has the
 * latest state, and earlier ones do not overwrite it.
 *
 * @param load reads or changes the subscription at Stripe
 * @returns the stored subscription; undefined if no organization has the customer
 */
export async function syncSubscription(
  ctx: Context<'config' | 'logger' | 'pool'>,
  customerId: string,
  load: (ticket: number) => Promise<StripeSubscription>,
  alongside: Alongside = async () => true,
): Promise<Subscription | undefined> {
  const { pool } = ctx.services;
  const claimed = await TAKE_TICKET.first(pool, { customerId });
  if (!claimed) return undefined;
  const found = await load(claimed.ticket);
  return inTransaction(pool, async (sql) => {
    const locked = await LOCK.run(sql, { customerId });
    const [current] = locked.rows;
    if (!current) return undefined;
    if (!(await alongside(sql)) || current.stripeWritten >= claimed.ticket) return current;
    const changes = changesOf(ctx, current, found);
    return changes ? writeSubscription(sql, ctx, current, { ...changes, stripeWritten: claimed.ticket }) : current;
  });
}

/** Copies the current state of a subscription by its id. */
export async function syncById(
  ctx: Context<'config' | 'logger' | 'pool'>,
  stripe: StripeApi,
  subscription: { id: string; customerId: string },
  alongside?: Alongside,
): Promise<Subscription | undefined> {
  return syncSubscription(ctx, subscription.customerId, () => stripe.retrieveSubscription(subscription.id), alongside);
}

function changesOf(
  ctx: Context<'config' | 'logger'>,
  current: Subscription,
  found: StripeSubscription,
): SubscriptionChanges | undefined {
  const isOther = current.stripeSubscriptionId !== null && current.stripeSubscriptionId !== found.id;
  const isOver = ENDED_STATUSES.includes(found.status);
  if (found.status === UNPAID_STATUS || (isOther && isOver)) return undefined;
  if (isOther) {
    const fields = { organizationId: current.organizationId, paid: current.stripeSubscriptionId, second: found.id };
    ctx.services.logger.error(fields, 'organization has two paid subscriptions; cancel one of them at Stripe');
    return undefined;
  }
  if (isOver) {
    if (current.stripeSubscriptionId === null) return undefined;
    const plan = ctx.services.config.billing.defaultPlan;
    return { ...NO_PERIOD, ...NO_PENDING_CHANGE, ...NO_STRIPE_SUBSCRIPTION, plan, status: 'active' };
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

const NO_STRIPE_SUBSCRIPTION = { provider: 'manual', stripeSubscriptionId: null } as const;
