import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi, StripeEvent } from '../../../../infrastructure/stripe/stripe.ts';
import { syncInvoice } from './sync-invoice.ts';
import { syncById } from './sync-subscription.ts';

const IS_KNOWN = 'SELECT 1 FROM stripe_events WHERE id = $1';
const REMEMBER = 'INSERT INTO stripe_events (id, type) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING';

export interface EventReceipt {
  received: true;
  /** It had been taken before. */
  duplicate: boolean;
}

/**
 * Takes an event of Stripe's. What it tells of is read from Stripe anew and written together with the event's id, so
 * that an event that comes twice, late or out of order does no harm. What Stripe sends besides is confirmed and left.
 * @throws NOT_FOUND without Stripe's settings; BAD_USER_INPUT for a signature that does not fit; UNAVAILABLE when
 *   Stripe does not answer: it sends the event again later
 */
export async function receiveStripeEvent(
  ctx: Context,
  request: { payload: Uint8Array; signature: string },
): Promise<EventReceipt> {
  const { stripe, pool } = ctx.services;
  if (!stripe) throw notFound('The webhook of Stripe');
  const event = stripe.readEvent(request.payload, request.signature);
  if ((await pool.query(IS_KNOWN, [event.id])).rowCount) return { received: true, duplicate: true };
  let isNew = true;
  const remember = async (sql: Queryable) => {
    isNew = (await sql.query(REMEMBER, [event.id, event.type])).rowCount === 1;
    return isNew;
  };
  const taken = await handle(ctx, stripe, event, remember);
  if (!taken) await remember(pool);
  return { received: true, duplicate: !isNew };
}

/** @returns whether it concerned us, and was remembered with what it told of */
async function handle(
  ctx: Context,
  stripe: StripeApi,
  event: StripeEvent,
  remember: (sql: Queryable) => Promise<boolean>,
): Promise<boolean> {
  const { object } = event.data;
  const subscriptionId = object.object === 'checkout.session' ? object.subscription : object.id;
  if (/^(checkout\.session\.completed|customer\.subscription\.)/.test(event.type) && subscriptionId) {
    const customerId = object.customer ?? '';
    return (await syncById(ctx, stripe, { id: subscriptionId, customerId }, remember)) !== undefined;
  }
  if (/^invoice\.(created|finalized|paid|payment_failed|voided|marked_uncollectible)$/.test(event.type) && object.id) {
    await syncInvoice(ctx, stripe, object.id, remember);
    return true;
  }
  return false;
}
