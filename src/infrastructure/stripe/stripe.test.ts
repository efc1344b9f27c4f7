import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createStripe } from './stripe.ts';

/** A Stripe with scripted responses, and a client with short timeouts. */
async function withStripe(listener: RequestListener, work: (stripe: ReturnType<typeof createStripe>) => Promise<void>) {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    await work(
      createStripe({
        secretKey: 'sk_test_1',
        webhookSecret: 'whsec_1',
        prices: { team: 'a', business: 'b' },
        apiBase: `http://127.0.0.1:${port}`,
        logger: createLogger('silent'),
        timeoutMs: 200,
      }),
    );
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

test('a call without a response fails after two attempts', async () => {
  let attempts = 0;
  await withStripe(
    () => {
      attempts += 1;
    },
    async (stripe) => {
      await expect(stripe.retrieveSubscription('sub_1')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        retryAfterSeconds: 30,
        message: expect.stringMatching(/^Stripe is not available \(subscriptions\.retrieve\)/),
      });
    },
  );
  expect(attempts).toBe(2);
});

test('a call whose response never ends fails too', async () => {
  await withStripe(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
    async (stripe) => {
      await expect(stripe.retrieveSubscription('sub_1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(stripe.expireCheckout('cs_1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    },
  );
});

test('reports that Stripe cannot be reached', async () => {
  const stripe = createStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    prices: { team: 'a', business: 'b' },
    apiBase: 'http://127.0.0.1:9',
    logger: createLogger('silent'),
  });
  await expect(stripe.createPortal({ customerId: 'cus_1', returnUrl: 'http://a' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});
