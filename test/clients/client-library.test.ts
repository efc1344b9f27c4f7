import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { EventStreamParser } from '../../clients/sdk/event-stream.ts';
import { FIELDS } from '../../clients/sdk/schema-data.generated.ts';
import { printSelection } from '../../clients/sdk/selection.ts';
import { verifyWebhook } from '../../clients/sdk/webhooks.ts';
import { deliveryHeaders } from '../../src/resolvers/addons/deliveries/signatures.ts';

describe('a selection', () => {
  test('becomes a document whose arguments are variables', () => {
    const selection = {
      annotation: {
        $: { id: 'a"b' },
        number: true,
        comments: { $: { first: 2, after: undefined }, nodes: { id: true } },
      },
      me: { name: true },
    };
    expect(printSelection('query', selection, FIELDS)).toEqual({
      text: 'query ($v0: ID!, $v1: Int) { annotation(id: $v0) { number comments(first: $v1) { nodes { id } } } me { name } }',
      variables: { v0: 'a"b', v1: 2 },
    });
  });

  test.each([
    ['nothing', {}, 'Query has no chosen field; choose one, such as { id: true }'],
    ['an object without fields', { me: true }, 'Viewer has no chosen field; choose one, such as { id: true }'],
    [
      'an unknown argument',
      { annotation: { $: { ids: '' }, id: true } },
      'Query.annotation has no argument ids; expected id',
    ],
    [
      'an argument of a field without',
      { me: { $: { id: '' }, name: true } },
      'Query.me has no argument id; expected none',
    ],
    ['another document as a name', { 'me { name } } #': true }, 'Query has no field with this name'],
  ])('of %s is rejected', (_what, selection, message) => {
    expect(() => printSelection('query', selection, FIELDS)).toThrow(new TypeError(message));
  });
});

test('an event stream is read whatever its parts and line breaks are', () => {
  const text = ': ping\n\nevent: next\ndata: {"a":\ndata: "é"}\n\nevent:complete\r\ndata\r\n\r\ndata: last';
  const expected = [
    { type: 'next', data: '{"a":\n"é"}' },
    { type: 'complete', data: '' },
  ];
  for (let size = 1; size <= text.length; size++) {
    const parser = new EventStreamParser();
    const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(parts.flatMap((part) => parser.push(part))).toEqual(expected);
  }
});

describe('a webhook request', () => {
  const [secret, other] = [
    `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
  ];
  const body = JSON.stringify({ id: 'evt_1', type: 'test', createdAt: '', data: { message: 'Größe' } });
  const at = new Date('2026-05-01T12:00:00Z');
  const signed = (secrets: { current: string; previous?: string }) =>
    deliveryHeaders({ body, eventId: 'evt_1', type: 'test', attempt: 1, secrets, at });
  const now = at.getTime();

  test.each([
    ['plain headers', signed({ current: secret })],
    ['headers of fetch', new Headers(signed({ current: secret }))],
    ['headers of node:http', { ...signed({ current: secret }), cookie: ['a', 'b'] }],
    [
      'headers in capitals',
      Object.fromEntries(Object.entries(signed({ current: secret })).map(([n, v]) => [n.toUpperCase(), v])),
    ],
  ])('is verified with %s', async (_what, headers) => {
    for (const sent of [body, new TextEncoder().encode(body)]) {
      const event = await verifyWebhook({ body: sent, headers, secret, now });
      expect(event.type === 'test' && event.data.message).toBe('Größe');
    }
  });

  test('is verified with the old and the new secret during a rotation', async () => {
    const headers = signed({ current: other, previous: secret });
    for (const each of [secret, other]) expect(await verifyWebhook({ body, headers, secret: each, now })).toBeTruthy();
    expect(
      await verifyWebhook({ body, headers: signed({ current: secret }), secret: [other, secret], now }),
    ).toBeTruthy();
  });

  test.each([
    'whsec_a short text',
    `whsec_${Buffer.alloc(24, 1).toString('base64').replace(/=+$/, '')}`,
    'whsec_größe',
  ])('is verified with the secret %s as the service signs with it', async (each) => {
    expect(await verifyWebhook({ body, headers: signed({ current: each }), secret: each, now })).toBeTruthy();
  });

  test.each(['', 'whsec_'])('is never verified with the empty secret "%s"', async (each) => {
    const request = { body, headers: signed({ current: secret }), secret: each, now };
    await expect(verifyWebhook(request)).rejects.toThrow('secret is empty; pass the secret of the webhook');
  });

  test('is verified as by the package of Standard Webhooks', async () => {
    const stamp = new Date();
    const headers = {
      'webhook-id': 'evt_2',
      'webhook-timestamp': String(Math.floor(stamp.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_2', stamp, body),
    };
    expect(await verifyWebhook({ body, headers, secret })).toBeTruthy();
  });

  test.each([
    ['another body', { body: body.replace('test', 'tesT') }, 'No signature of the request fits'],
    ['another secret', { secret: other }, 'No signature of the request fits'],
    [
      'a signature that is not base64',
      { headers: { ...signed({ current: secret }), 'webhook-signature': 'v1,ä v2,x' } },
      'No signature',
    ],
    ['an old time', { now: now + 301_000 }, 'more than 300 seconds ago'],
    ['a time to come', { now: now - 301_000 }, 'more than 300 seconds ago'],
    [
      'a time that is a text',
      { headers: { ...signed({ current: secret }), 'webhook-timestamp': 'NaN' } },
      'not a number of seconds',
    ],
    ['no headers', { headers: {} }, 'The request has no header webhook-id'],
  ])('is rejected for %s', async (_what, change, message) => {
    const request = { body, headers: signed({ current: secret }), secret, now, ...change };
    await expect(verifyWebhook(request)).rejects.toThrow(message);
  });
});
