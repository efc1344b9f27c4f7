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

/** Creates a server with a limit of 8 connections, two per network. */
function open(options: { max?: number; isDirect?: boolean } = {}) {
  const server = new Server();
  const warn = vi.fn();
  const onDrop = vi.fn();
  limitConnections(server, { max: 8, isDirect: true, ...options }, { warn }, onDrop);
  const emit = (socket: Connection) => {
    server.emit('connection', socket);
    return socket;
  };
  return { server, warn, onDrop, emit, connect: (address: string) => emit(new Connection(address)) };
}

test('limits one network to a quarter, and accepts others and replacements', () => {
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

test('counts a connection that is emitted twice once', () => {
  const { connect, emit } = open();
  emit(connect('8.8.8.8'));
  expect(connect('8.8.8.8').destroyed).toBe(false);
});

test.each([
  ['a private network', '10.0.0.1', {}],
  ['this machine', '127.0.0.1', {}],
  ['proxies', '8.8.8.8', { isDirect: false }],
  ['a server without a limit', '8.8.8.8', { max: 0 }],
])('sets no network limit for %s', (_source, address, options) => {
  const { connect } = open(options);
  for (let count = 0; count < 9; count += 1) expect(connect(address).destroyed).toBe(false);
});

test('logs dropped connections once a minute and counts each', () => {
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
