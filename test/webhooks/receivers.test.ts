import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutboundClient } from '../../src/infrastructure/outbound/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { AUTHORITY, EXPIRED, GOOD, KEY } from '../support/servers/certificates.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../support/servers/receiver.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createWebhook, type DeliveryResponse, deliveriesOf } from '../support/webhooks.ts';

const DEADLINE_MS = 2_000;

let app: TestApp;
let owner: TestUser;
let projectId: string;
const opened: Receiver[] = [];

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  // Like the production client, with a shorter deadline, a test authority and names on loopback.
  app.services.outbound = createOutboundClient({
    policy: 'open',
    deadlineMs: DEADLINE_MS,
    ca: AUTHORITY,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
});
afterAll(async () => {
  app.services.outbound.close();
  await app.close();
  for (const receiver of opened) await receiver.close();
});
beforeEach(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const open = async (starting: Promise<Receiver>): Promise<Receiver> => {
  const receiver = await starting;
  opened.push(receiver);
  return receiver;
};

/** Sends an event to the URL, and returns its delivery after the first attempt. */
async function deliverTo(url: string): Promise<DeliveryResponse> {
  const { id } = await createWebhook(app, owner, { url });
  await createAnnotation(app, owner, projectId);
  let delivery: DeliveryResponse | undefined;
  await expect
    .poll(async () => {
      [delivery] = await deliveriesOf(app, owner, id);
      return delivery?.attemptCount;
    })
    .toBe(1);
  return delivery as DeliveryResponse;
}
/** A delivery that failed and will be retried, with one recorded attempt and the same error. */
const failed = (error: RegExp, response: { status?: number; body?: string } = {}) => ({
  state: 'pending',
  nextAttemptAt: expect.any(String),
  responseStatus: response.status ?? null,
  error: expect.stringMatching(error),
  attempts: [
    {
      number: 1,
      responseStatus: response.status ?? null,
      responseBody: response.body ?? null,
      error: expect.stringMatching(error),
    },
  ],
});

describe('a receiver that', () => {
  test('responds with garbage', async () => {
    const { url } = await open(startRawReceiver((socket) => socket.end('\x00\x01what no parser takes\r\n\r\n')));
    expect(await deliverTo(url)).toMatchObject(failed(/its response is not HTTP/));
  });

  test('does not respond', async () => {
    const { url } = await open(startRawReceiver(() => undefined));
    expect(await deliverTo(url)).toMatchObject(failed(/no response within 2 s/));
  });

  const dripping = (head: string) =>
    startRawReceiver((socket) => {
      socket.write(head);
      const drip = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(drip));
    });
  const BODY = 'content-length: 100000\r\n\r\n';
  const delivered = (responseBody: string | RegExp) => ({
    state: 'delivered',
    responseStatus: 200,
    error: null,
    attempts: [{ number: 1, responseStatus: 200, responseBody: expect.stringMatching(responseBody), error: null }],
  });

  test('responds byte by byte without end: fails before the headers, counts its status after them', async () => {
    const never = await open(dripping('HTTP/1.1 200 OK\r\nx-a: '));
    expect(await deliverTo(never.url)).toMatchObject(failed(/no response within 2 s/));
    const well = await open(dripping(`HTTP/1.1 200 OK\r\n${BODY}`));
    expect(await deliverTo(well.url)).toMatchObject(delivered(/^x+$/));
    const ill = await open(dripping(`HTTP/1.1 503 Sorry\r\n${BODY}`));
    expect(await deliverTo(ill.url)).toMatchObject(
      failed(/^The receiver responded with 503; expected 2xx$/, { status: 503, body: expect.stringMatching(/^x+$/) }),
    );
  });

  test('responds with success and closes in the middle of the body', async () => {
    const { url } = await open(
      startRawReceiver((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${BODY}abc`))),
    );
    expect(await deliverTo(url)).toMatchObject(delivered(/^abc$/));
  });

  test('closes before it responds', async () => {
    const { url } = await open(startRawReceiver((socket) => socket.once('data', () => socket.destroy())));
    expect(await deliverTo(url)).toMatchObject(failed(/it closed the connection before it responded/));
  });

  test('is not listening', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    expect(await deliverTo(receiver.url)).toMatchObject(failed(/nothing listens there/));
  });

  test.each([
    ['has expired', EXPIRED, 'hooks.example', /its certificate has expired/],
    ['is for another name', GOOD, 'other.example', /its certificate is for another name/],
  ])('has a certificate that %s', async (_what, cert, name, error) => {
    const receiver = await open(startReceiver(undefined, { tls: { cert, key: KEY } }));
    expect(await deliverTo(`https://${name}:${receiver.port}/`)).toMatchObject(failed(error));
    expect(receiver.requests).toEqual([]);
  });

  test('redirects to loopback', async () => {
    const canary = await open(startReceiver());
    const { url } = await open(
      startReceiver((_request, response) => {
        response.writeHead(307, { location: `${canary.url}/inside` }).end('there');
      }),
    );
    const words =
      /The receiver responded with 307. Redirects are not followed; change the URL of the webhook to the target/;
    expect(await deliverTo(url)).toMatchObject(failed(words, { status: 307, body: 'there' }));
    expect(canary.connections()).toBe(0);
  });

  test('responds with 1 GB: the first 4 KiB are stored, and little more is read', async () => {
    let sent = 0;
    const part = Buffer.alloc(1024 * 1024, 'größer');
    const { url } = await open(
      startReceiver((_request, response) => {
        response.writeHead(200, { 'content-length': 1024 ** 3 });
        const more = () => {
          while (sent < 1024 ** 3 && !response.destroyed) {
            sent += part.length;
            if (!response.write(part)) return void response.once('drain', more);
          }
        };
        more();
      }),
    );
    const { state, responseStatus, attempts } = await deliverTo(url);
    expect({ state, responseStatus }).toEqual({ state: 'delivered', responseStatus: 200 });
    expect(attempts[0]?.responseBody).toBe(part.subarray(0, 4096).toString());
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('responds with invalid UTF-8 and a NUL', async () => {
    const { url } = await open(
      startReceiver((_request, response) => response.writeHead(500).end(Buffer.from([0x61, 0x00, 0xff, 0x62]))),
    );
    expect(await deliverTo(url)).toMatchObject(failed(/responded with 500/, { status: 500, body: 'a\ufffd\ufffdb' }));
  });
});

test('does not connect to a name that was public at creation and is private at delivery', async () => {
  const canary = await open(startReceiver());
  const sender = app.services.outbound;
  let address = '192.0.43.8';
  app.services.outbound = createOutboundClient({ policy: 'public', lookup: async () => [{ address, family: 4 }] });
  try {
    const { id } = await createWebhook(app, owner, { url: `http://rebind.example:${canary.port}/` });
    address = '127.0.0.1';
    await createAnnotation(app, owner, projectId);
    const words = /rebind\.example is not an address of the public internet, and NETWORK_POLICY=public allows no other/;
    await expect.poll(async () => (await deliveriesOf(app, owner, id))[0]).toMatchObject(failed(words));
    expect(canary.connections()).toBe(0);
    // Creating it now is rejected, without revealing the address behind the name.
    const error = await createWebhook(app, owner, { url: `http://rebind.example:${canary.port}/` }).catch(String);
    expect(error).toMatch(/^Error: no webhook: url: rebind\.example is not an address of the public internet/);
    expect(error).not.toContain('127.0.0.1');
  } finally {
    app.services.outbound.close();
    app.services.outbound = sender;
  }
});
