import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutboundClient, type OutboundClient } from '../../src/infrastructure/outbound/client.ts';
import { AUTHORITY, EXPIRED, GOOD, KEY, SELF_SIGNED } from '../support/servers/certificates.ts';
import { type Receiver, type ReceiverHandler, startRawReceiver, startReceiver } from '../support/servers/receiver.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

function client(options: Partial<Parameters<typeof createOutboundClient>[0]> = {}): OutboundClient {
  const made = createOutboundClient({ policy: 'open', ...options });
  opened.push(made);
  return made;
}
async function receiver(handler?: ReceiverHandler, options?: Parameters<typeof startReceiver>[1]): Promise<Receiver> {
  const made = await startReceiver(handler, options);
  opened.push(made);
  return made;
}
async function raw(take: Parameters<typeof startRawReceiver>[0]): Promise<Receiver> {
  const made = await startRawReceiver(take);
  opened.push(made);
  return made;
}
/** Resolves every name to loopback. */
const lookup = async () => [{ address: '127.0.0.1', family: 4 }];

test('a request arrives as given, and its response is returned', async () => {
  const { url, requests } = await receiver((_request, response) => {
    response.writeHead(202, { 'x-seen': 'yes' }).end('thank you');
  });
  const response = await client().send({ url: `${url}/hooks?a=1`, headers: { 'x-one': '1' }, body: 'grüße' });
  expect(response).toMatchObject({ status: 202, headers: { 'x-seen': 'yes' } });
  expect(response.body.toString()).toBe('thank you');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/hooks?a=1',
    headers: { 'x-one': '1', 'content-length': '7' },
  });
  expect(requests[0]?.body.toString()).toBe('grüße');
});

test('connections are kept alive, and one closed by the receiver is replaced transparently', async () => {
  const sockets = new Set<Socket>();
  const { url, connections, requests } = await receiver((_request, response) => {
    if (response.socket) sockets.add(response.socket);
    response.writeHead(204).end();
  });
  const sender = client();
  for (const path of ['/1', '/2', '/3']) await sender.send({ url: url + path });
  expect(connections()).toBe(1);
  for (const socket of [...sockets]) await once(socket.destroy(), 'close');
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => sender.send({ url: `${url}/later/${n}` })));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(204));
  expect(requests.length).toBeGreaterThanOrEqual(23);
});

test('a request with `once` is not resent after its connection was cut', async () => {
  const { url, requests } = await receiver((request, response) => {
    if (request.path === '/first') response.writeHead(204).end();
    else response.socket?.destroy();
  });
  const sender = client();
  for (const once of [false, true]) {
    await sender.send({ url: `${url}/first` });
    await expect(sender.send({ url: `${url}/${once}`, once })).rejects.toMatchObject({ failure: 'unreachable' });
  }
  expect(requests.map(({ path }) => path)).toEqual(['/first', '/false', '/false', '/first', '/true']);
});

test('a kept-alive connection that is closed on reuse is replaced once', async () => {
  const used = new WeakSet<object>();
  let closed = 0;
  const { url, requests } = await receiver((_request, response) => {
    const { socket } = response;
    if (socket && used.has(socket)) {
      closed += 1;
      return void socket.destroy();
    }
    if (socket) used.add(socket);
    response.writeHead(204).end();
  });
  const sender = client();
  await sender.send({ url });
  expect((await sender.send({ url })).status).toBe(204);
  expect([closed, requests.length]).toEqual([1, 3]);
});

test('the Host header contains the name, although an address is dialed', async () => {
  const { port, requests } = await receiver();
  await client({ lookup }).send({ url: `http://hooks.example:${port}/` });
  expect(requests[0]?.headers.host).toBe(`hooks.example:${port}`);
});

describe('TLS', () => {
  const tls = (cert: string) => receiver(undefined, { tls: { cert, key: KEY } });
  const send = async (cert: string, options: object = {}, name = 'hooks.example') => {
    const { port } = await tls(cert);
    return client({ lookup, ca: AUTHORITY, ...options }).send({ url: `https://${name}:${port}/` });
  };

  test('the certificate is checked against the name, not the dialed address', async () => {
    expect((await send(GOOD)).status).toBe(204);
    await expect(send(GOOD, {}, 'other.example')).rejects.toThrow(
      /^other\.example:\d+: its certificate is for another name$/,
    );
  });

  test.each([
    ['expired', EXPIRED, {}, 'its certificate has expired'],
    ['signed by itself', SELF_SIGNED, {}, 'its certificate is self-signed and not trusted here'],
    ['of an unknown authority', GOOD, { ca: undefined }, 'it does not send its intermediate certificates'],
  ])('a certificate that is %s is refused, in words', async (_what, cert, options, words) => {
    await expect(send(cert, options)).rejects.toMatchObject({
      failure: 'certificate',
      message: expect.stringContaining(words),
    });
  });

  test('a port without TLS', async () => {
    const { port } = await receiver();
    await expect(client({ lookup }).send({ url: `https://hooks.example:${port}/` })).rejects.toThrow(
      'it does not support TLS on this port',
    );
  });
});

describe('a receiver that', () => {
  const sendTo = (url: string, options = {}) => client(options).send({ url });
  const impatient = { deadlineMs: 500 };
  const failing = (failure: string, words: string | RegExp) => ({
    failure,
    message: expect.stringMatching(words),
  });

  test('redirects is not followed: the redirect is the response', async () => {
    const canary = await receiver();
    const { url } = await receiver((_request, response) => {
      response.writeHead(302, { location: `${canary.url}/inside` }).end();
    });
    expect((await sendTo(url)).status).toBe(302);
    expect(canary.connections()).toBe(0);
  });

  test('responds with garbage', async () => {
    const { url } = await raw((socket) => socket.end('\x00\x01garbage that no parser takes\r\n\r\n'));
    await expect(sendTo(url)).rejects.toMatchObject(failing('protocol', /its response is not HTTP/));
  });

  test('sends an endless header', async () => {
    const { url } = await raw((socket) => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(300_000)}`));
    await expect(sendTo(url)).rejects.toMatchObject(failing('protocol', /its response head has more than 256 KiB$/));
  });

  test('sends a long header', async () => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(200, { 'content-security-policy': 'x'.repeat(200_000) }).end('thank you');
    });
    expect(String((await sendTo(url)).body)).toBe('thank you');
  });

  test('switches to another protocol', async () => {
    const { url } = await raw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
    await expect(sendTo(url)).rejects.toMatchObject({ name: 'OutboundError' });
  });

  test('responds endlessly is read for 64 KiB, then cut off', async () => {
    let sent = 0;
    let closed = false;
    const { url } = await receiver((_request, response) => {
      response.writeHead(200);
      const part = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!closed) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', more);
        }
      };
      response.on('close', () => {
        closed = true;
      });
      more();
    });
    const { status, body } = await sendTo(url);
    expect([status, body.length]).toEqual([200, 64 * 1024]);
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  test('never responds is dropped after the deadline', async () => {
    const { url } = await raw(() => undefined);
    await expect(sendTo(url, impatient)).rejects.toMatchObject(failing('timeout', /no response within 0\.5 s/));
  });

  const drip = (start: string) =>
    raw((socket) => {
      socket.write(start);
      const each = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(each));
    });

  test('sends its headers byte by byte is dropped after the deadline', async () => {
    const { url } = await drip('HTTP/1.1 200 OK\r\n');
    await expect(sendTo(url, impatient)).rejects.toMatchObject({ failure: 'timeout' });
  });

  test.each([200, 503])('sends the body of a %i byte by byte has responded by the deadline', async (status) => {
    const { url } = await drip(`HTTP/1.1 ${status} So\r\ncontent-length: 100000\r\n\r\n`);
    const response = await sendTo(url, impatient);
    expect(response).toMatchObject({ status, truncation: 'its body took too long' });
    expect(response.body.toString()).toMatch(/^x{2,100}$/);
  });

  test('closes before it responds', async () => {
    const { url } = await raw((socket) => socket.once('data', () => socket.destroy()));
    await expect(sendTo(url)).rejects.toMatchObject(
      failing('unreachable', /closed the connection before it responded/),
    );
  });

  test.each([
    ['content-length: 10', 'abc', 'abc'],
    ['transfer-encoding: chunked', '3\r\nabc\r\n', 'abc'],
    ['transfer-encoding: chunked', '3\r\nabc\r\nnonsense', 'abc'],
  ])('closes in the middle of its body has answered: %s, %j', async (header, sent, kept) => {
    const { url } = await raw((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${sent}`)),
    );
    const response = await sendTo(url);
    expect(response).toMatchObject({ status: 200, truncation: 'its body was cut off' });
    expect(response.body.toString()).toBe(kept);
  });

  test('compresses by default is asked not to', async () => {
    const { url, requests } = await receiver();
    await sendTo(url);
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('is not there', async () => {
    const { url, close } = await startReceiver();
    await close();
    await expect(sendTo(url)).rejects.toMatchObject(failing('unreachable', /nothing listens there/));
  });
});

describe('what is never called', () => {
  test.each([
    ['ftp://hooks.example/', /Only http and https URLs are called/],
    ['file:///etc/passwd', /Only http and https/],
    ['nonsense', /Only http and https/],
    ['http://user:pass@hooks.example/', /carries credentials; remove them/],
    ['http://user@hooks.example/', /carries credentials/],
  ])('%s', async (url, words) => {
    await expect(client({ lookup }).send({ url })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringMatching(words),
    });
  });

  test('an aborted signal ends the call', async () => {
    const { url } = await raw(() => undefined);
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 20);
    await expect(client().send({ url, signal: gone.signal })).rejects.toMatchObject({ name: 'OutboundError' });
  });
});
