import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openHttpServer } from '../../../src/http/server.ts';
import { freePort } from '../../support/server-process.ts';

/** Beyond the limit of a test: a stop that ends has not waited for it. */
const UNREACHED_MS = 3_600_000;
/** Far more than connections hold on their way. */
const LARGE = 24 * 1024 * 1024;

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

/** A server that answers with this, and a caller with one connection that is kept. */
async function serve(
  listener: RequestListener,
  { settled = async (): Promise<void> => undefined, drainMs = UNREACHED_MS } = {},
) {
  const connections = { max: 0, isDirect: true };
  const address = { port: await freePort(), host: '127.0.0.1', setting: 'PORT' as const, connections };
  const server = await openHttpServer(address, { warn: () => undefined }, drainMs);
  let ended = 0;
  server.serve({ listener, settled }, { endSubscriptions: () => (ended += 1), onDrop: () => undefined });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const { port, host } = address;
  const ask = async (path = '/') => {
    const [response] = await once(request({ port, host, path, agent }).end(), 'response');
    return response as IncomingMessage;
  };
  return { address, ask, close: () => server.close(), timesEnded: () => ended };
}

const connectionOf = async (response: IncomingMessage) => {
  await text(response);
  return response.headers.connection;
};

test('a keep-alive connection gets one more response with Connection: close when the server stops', async () => {
  const { ask, close } = await serve((_request, response) => response.end('there'));
  expect(await connectionOf(await ask())).toBe('keep-alive');
  const closing = close();
  expect(await connectionOf(await ask())).toBe('close');
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
  await closing;
});

test('a response in progress closes its connection too; an idle connection is closed', async () => {
  const { address, ask, close } = await serve((_request, response) => void setTimeout(() => response.end('late'), 600));
  const silent = connect(address.port, address.host);
  silent.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
  await once(silent, 'data');
  const asked = ask();
  await delay(100);
  const closing = close();
  const silence = once(silent, 'close');
  expect(await connectionOf(await asked)).toBe('close');
  await silence;
  await closing;
});

test('a large response arrives completely, however slowly it is read', async () => {
  const { ask, close } = await serve((_request, response) => response.end(Buffer.alloc(LARGE, 'x')));
  const response = await ask();
  const closing = close();
  await delay(300);
  expect((await text(response)).length).toBe(LARGE);
  await closing;
});

test('does not wait for a connection that closes with pending requests', async () => {
  const { address, ask, close } = await serve(
    (_request, response) => void setTimeout(() => response.end(Buffer.alloc(LARGE / 64)), 20),
  );
  const hasty = connect(address.port, address.host).pause();
  hasty.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n'.repeat(60));
  await delay(300);
  hasty.destroy();
  expect(await connectionOf(await ask())).toBe('keep-alive');
  await close();
});

test('ends streams that are opened while the server stops', async () => {
  const open: (() => void)[] = [];
  const { ask, close, timesEnded } = await serve((_request, response) => {
    response.writeHead(200, { connection: 'keep-alive' });
    response.write('event');
    open.push(() => response.end());
  });
  await ask();
  const closing = close();
  expect(timesEnded()).toBe(1);
  await expect.poll(timesEnded).toBeGreaterThan(2);
  for (const end of open) end();
  await closing;
});

test('finishes requests of cut connections before the stop continues, within a limit', async () => {
  const silent: RequestListener = () => undefined;
  let isSettled = false;
  const settled = async () => {
    await delay(200);
    isSettled = true;
  };
  const slow = await serve(silent, { settled, drainMs: 500 });
  const endless = await serve(silent, { settled: () => new Promise(() => undefined), drainMs: 500 });
  const asked = [slow, endless].map(({ ask }) => expect(ask()).rejects.toThrow('socket hang up'));
  await delay(100);
  const late = expect(endless.close()).rejects.toThrow('calls still in progress');
  await slow.close();
  expect(isSettled).toBe(true);
  await Promise.all([late, ...asked]);
});
