import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi, StripeEvent } from '../../../../infrastructure/stripe/stripe.ts';
import { syncInvoice } from './sync-invoice.ts';
import { syncById } from './sync-subscription.ts';

const IS_KNOWN = statement('receive-event/is-known', 'SELECT 1 FROM stripe_events WHERE id = $id');
const STORE = statement(
  'receive-event/store',
  'INSERT INTO stripe_events (id, type) VALUES ($id, $type) ON CONFLICT (id) DO NOTHING',
);

export interface EventReceipt {
  received: true;
  /** The event was processed before. */
  duplicate: boolean;
}

/**
 * Processes an event of Stripe. Reads the current object from Stripe and writes it together with
 * the event's id, so duplicate, late and out-of-order events are harmless. Unrelated events are
 * acknowledged and ignored.
 *
 * @throws NOT_FOUND if Stripe is not configured
 * @throws BAD_USER_INPUT for an invalid signature
 * @throws UNAVAILABLE if Stripe does not respond; it sends the event again later
 */
export async function receiveStripeEvent(
  ctx: Context<'config' | 'logger' | 'pool' | 'stripe'>,
  request: { payload: Uint8Array; signature: string },
): Promise<EventReceipt> {
  const { stripe, pool } = ctx.services;
  if (!stripe) throw notFound("Stripe's webhook");
  const event = stripe.readEvent(request.payload, request.signature);
  if ((await IS_KNOWN.run(pool, { id: event.id })).rowCount) return { received: true, duplicate: true };
  let isNew = true;
  const storeEvent = async (sql: Queryable) => {
    isNew = (await STORE.run(sql, { id: event.id, type: event.type })).rowCount === 1;
    return isNew;
  };
  const isHandled = await handle(ctx, stripe, event, storeEvent);
  if (!isHandled) await storeEvent(pool);
  return { received: true, duplicate: !isNew };
}

/**
 * Applies an event.
 *
 * @returns false for an unrelated event; true if the event was stored with its changes
 */
async function handle(
  ctx: Context<'config' | 'logger' | 'pool'>,
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
