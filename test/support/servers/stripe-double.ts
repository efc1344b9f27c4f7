import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RestResponse } from '../client.ts';
import { rest } from '../client.ts';
import type { TestApp } from '../test-app.ts';

const SECRET_KEY = 'sk_test_double';
const WEBHOOK_SECRET = 'whsec_double';
const PRICES: Record<string, number> = { price_team: 2_900, price_business: 9_900 };

// biome-ignore lint/suspicious/noExplicitAny: objects of Stripe's, as its API shows them
type Json = any;
type Form = Record<string, string>;

/** A request of the service. */
export interface StripeCall {
  method: string;
  path: string;
  form: Form;
  idempotencyKey: string | undefined;
}

/**
 * A local server that implements the part of the Stripe API that billing uses, as described in
 * docs.stripe.com/api.
 */
export interface StripeDouble {
  /** Settings of a service that uses it. */
  env: NodeJS.ProcessEnv;
  calls: StripeCall[];
  objects: Map<string, Json>;
  /** Responds to calls itself while it is set and returns true. */
  intercept?: (call: StripeCall, response: ServerResponse) => boolean;
  /** Pays like a customer on the checkout page. */
  pay(url: string, status?: string): Json;
  addInvoice(subscription: Json, values?: object): Json;
  /** Sends a signed event to the service. */
  send(app: TestApp, type: string, object: Json, options?: SendOptions): Promise<RestResponse>;
  close(): Promise<void>;
}

export interface SendOptions {
  id?: string;
  /** Age of the signature, seconds. */
  age?: number;
  secret?: string;
  /** Changes the payload after it was signed. */
  tamper?: (payload: string) => string;
}

const idOf = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`;
const now = () => Math.floor(Date.now() / 1000);
const inAMonth = (seconds: number) => {
  const date = new Date(seconds * 1000);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.getTime() / 1000;
};

export async function startStripeDouble(): Promise<StripeDouble> {
  const objects = new Map<string, Json>();
  const calls: StripeCall[] = [];
  const responded = new Map<string, { request: string; answer: Json }>();
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const call = {
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
        form,
        idempotencyKey: request.headers['idempotency-key']?.toString(),
      };
      calls.push(call);
      if (double.intercept?.(call, response)) return;
      const { status, body } =
        request.headers.authorization === `Bearer ${SECRET_KEY}`
          ? once(call)
          : failure(401, 'invalid_request_error', 'Invalid API Key provided: sk_****');
      sendJson(response, status, body);
    });
  });

  /** A repeated key returns the first response; with other parameters it is rejected. */
  function once(call: StripeCall): { status: number; body: Json } {
    const { idempotencyKey, method } = call;
    if (!idempotencyKey || method !== 'POST') return answer(call);
    const request = JSON.stringify([call.path, call.form]);
    const first = responded.get(idempotencyKey);
    if (first && first.request !== request) {
      return failure(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      );
    }
    if (first) return first.answer;
    const made = answer(call);
    responded.set(idempotencyKey, { request, answer: structuredClone(made) });
    return made;
  }

  function answer({ method, path, form }: StripeCall): { status: number; body: Json } {
    const [, , ...parts] = path.split('/');
    const route = `${method} ${parts.map((part) => (objects.has(part) ? ':id' : part)).join('/')}`;
    const found = objects.get(parts.find((part) => objects.has(part)) ?? '');
    switch (route) {
      case 'POST customers':
        return made({ id: idOf('cus'), object: 'customer', name: form.name, email: form.email });
      case 'POST checkout/sessions':
        return made(newCheckout(form));
      case 'POST checkout/sessions/:id/expire':
        if (found.status !== 'open') return failure(400, 'invalid_request_error', 'Only open sessions can be expired');
        return ok(Object.assign(found, { status: 'expired' }));
      case 'POST billing_portal/sessions':
        if (!objects.has(form.customer ?? '')) return missing('customer', form.customer);
        return made({
          id: idOf('bps'),
          object: 'billing_portal.session',
          url: `https://billing.stripe.com/p/${idOf('s')}`,
        });
      case 'GET subscriptions/:id':
      case 'GET invoices/:id':
        return ok(found);
      case 'DELETE subscriptions/:id':
        if (found.status === 'canceled') return missing('subscription', found.id);
        return ok(Object.assign(found, { status: 'canceled' }));
      case 'POST subscriptions/:id':
        return ok(updateSubscription(found, form));
      default:
        return missing(parts[0] ?? '', parts[1]);
    }
  }

  const ok = (body: Json) => ({ status: 200, body });
  function made(object: Json) {
    objects.set(object.id, object);
    return ok(object);
  }

  function newCheckout(form: Form): Json {
    const id = idOf('cs_test');
    return {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      expires_at: now() + 86_400,
      status: 'open',
      mode: form.mode,
      customer: form.customer,
      client_reference_id: form.client_reference_id,
      subscription: null,
      price: form['line_items[0][price]'],
      organizationId: form['subscription_data[metadata][organizationId]'],
    };
  }

  function updateSubscription(subscription: Json, form: Form): Json {
    const [item] = subscription.items.data;
    const price = form['items[0][price]'];
    if (price) {
      if (form['items[0][id]'] !== item.id || !(price in PRICES)) throw new Error(`no such item or price: ${price}`);
      item.price = { id: price, object: 'price', unit_amount: PRICES[price] };
    }
    if (form.cancel_at_period_end) subscription.cancel_at_period_end = form.cancel_at_period_end === 'true';
    for (const [name, value] of Object.entries(form)) {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      if (key && value === '') delete subscription.metadata[key];
      else if (key) subscription.metadata[key] = value;
    }
    return subscription;
  }

  const double: StripeDouble = {
    env: {},
    calls,
    objects,
    pay(url, status = 'active') {
      const session = objects.get(url.split('/').at(-1) ?? '');
      if (session?.status !== 'open') throw new Error(`the page is ${session?.status}`);
      const start = now();
      const subscription = {
        id: idOf('sub'),
        object: 'subscription',
        customer: session.customer,
        status,
        cancel_at_period_end: false,
        cancel_at: null,
        billing_cycle_anchor: start,
        metadata: { organizationId: session.organizationId },
        items: {
          object: 'list',
          data: [
            {
              id: idOf('si'),
              object: 'subscription_item',
              price: { id: session.price, object: 'price', unit_amount: PRICES[session.price] },
              current_period_start: start,
              current_period_end: inAMonth(start),
            },
          ],
        },
      };
      objects.set(subscription.id, subscription);
      Object.assign(session, { status: 'complete', subscription: subscription.id });
      return { session, subscription };
    },
    addInvoice(subscription, values = {}) {
      const [item] = subscription.items.data;
      const period = { start: item.current_period_start, end: item.current_period_end };
      const invoice = {
        id: idOf('in'),
        object: 'invoice',
        customer: subscription.customer,
        number: `ABCD-${objects.size}`,
        status: 'open',
        currency: 'eur',
        total: item.price.unit_amount,
        created: now(),
        due_date: null,
        invoice_pdf: 'https://pay.stripe.com/invoice/x/pdf',
        customer_name: 'Navy',
        customer_email: 'grace@example.com',
        period_start: period.start,
        period_end: period.end,
        status_transitions: { finalized_at: now(), paid_at: null, voided_at: null },
        lines: {
          object: 'list',
          data: [{ description: '1 × Team', amount: item.price.unit_amount, quantity: 1, period }],
        },
        ...values,
      };
      objects.set(invoice.id, invoice);
      return invoice;
    },
    send(app, type, object, options = {}) {
      const event = { id: options.id ?? idOf('evt'), object: 'event', type, created: now(), data: { object } };
      const payload = JSON.stringify(event, null, 2);
      const time = now() - (options.age ?? 0);
      const signature = createHmac('sha256', options.secret ?? WEBHOOK_SECRET)
        .update(`${time}.${payload}`)
        .digest('hex');
      return rest(app, 'POST', '/billing/stripe/webhook', {
        headers: { 'stripe-signature': `t=${time},v1=${signature}` },
        body: options.tamper?.(payload) ?? payload,
      });
    },
    close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  double.env = {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_TEAM: 'price_team',
    STRIPE_PRICE_BUSINESS: 'price_business',
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return double;
}

/** Reads a form body; nested members have names such as `items[0][price]`. */
async function readForm(request: IncomingMessage): Promise<Form> {
  let text = '';
  for await (const part of request) text += part;
  return Object.fromEntries(new URLSearchParams(text));
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': idOf('req') });
  response.end(JSON.stringify(body));
}

/** An error in the format of Stripe. */
export const failure = (status: number, type: string, message: string, code?: string) => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
});

const missing = (what: string, id = '') =>
  failure(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing');
