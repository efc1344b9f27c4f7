import { EventEmitter } from 'node:events';
import { Server } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitConnections } from './connection-limits.ts';

class Connection extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that may have 8 connections, two of one network. */
function open(options: { max?: number; isDirect?: boolean } = {}) {
  const server = new Server();
  const warn = vi.fn();
  const onDrop = vi.fn();
  limitConnections(server, { max: 8, isDirect: true, ...options }, { warn }, onDrop);
  const comes = (socket: Connection) => {
    server.emit('connection', socket);
    return socket;
  };
  return { server, warn, onDrop, comes, connect: (address: string) => comes(new Connection(address)) };
}

test('one network has a quarter; another one, and whoever comes when one has gone, is let in', () => {
  const { connect, onDrop } = open();
  const [first, second, third] = ['8.8.8.8', '::ffff:8.8.8.8', '8.8.8.8'].map(connect);
  expect([first, second, third].map((socket) => socket?.destroyed)).toEqual([false, false, true]);
  expect(onDrop.mock.calls).toEqual([['network']]);
  expect(connect('8.8.4.4').destroyed).toBe(false);
  third?.emit('close');
  expect(connect('8.8.8.8').destroyed).toBe(true);
  first?.emit('close');
  expect(connect('8.8.8.8').destroyed).toBe(false);
  expect(connect('8.8.8.8').destroyed).toBe(true);
});

test('a /64 of IPv6 is one network', () => {
  const { connect } = open();
  const addresses = ['2a00:1450::1', '2a00:1450::2', '2a00:1450::3', '2a00:1450:0:1::1'];
  expect(addresses.map((address) => connect(address).destroyed)).toEqual([false, false, true, false]);
});

test('a connection that comes a second time is counted once', () => {
  const { connect, comes } = open();
  comes(connect('8.8.8.8'));
  expect(connect('8.8.8.8').destroyed).toBe(false);
});

test.each([
  ['of a private network', '10.0.0.1', {}],
  ['of this machine', '127.0.0.1', {}],
  ['of proxies', '8.8.8.8', { isDirect: false }],
  ['without a limit', '8.8.8.8', { max: 0 }],
])('%s: no share', (_what, address, options) => {
  const { connect } = open(options);
  for (let count = 0; count < 9; count += 1) expect(connect(address).destroyed).toBe(false);
});

test('the log tells of what was dropped once a minute, the counter of each', () => {
  const { server, warn, onDrop } = open();
  const drop = () => server.emit('drop', { remoteAddress: '8.8.8.8' });
  for (let count = 0; count < 3; count += 1) drop();
  vi.advanceTimersByTime(59_999);
  drop();
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ all: 1, network: 0, max: 8, address: '8.8.8.8' }]);
  vi.advanceTimersByTime(1);
  drop();
  expect(warn.mock.calls.map(([fields]) => fields.all)).toEqual([1, 4]);
  expect(onDrop.mock.calls).toEqual(Array(5).fill(['all']));
});
