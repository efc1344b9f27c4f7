import { expect, test } from 'vitest';
import { Channel } from './channel.ts';

function open(signals: AbortSignal[] = []) {
  const state = { ends: 0 };
  const channel = new Channel<number>(() => {
    state.ends += 1;
  });
  channel.endWith(signals);
  return { channel, state };
}

const done = { value: undefined, done: true };

test('yields values in order, whether awaited or buffered', async () => {
  const { channel } = open();
  channel.push(1);
  channel.push(2);
  expect(await channel.next()).toEqual({ value: 1, done: false });
  expect(await channel.next()).toEqual({ value: 2, done: false });
  const waiting = channel.next();
  channel.push(3);
  expect(await waiting).toEqual({ value: 3, done: false });
});

test('buffers 1 000 values; one more discards them and ends the stream', async () => {
  const { channel, state } = open();
  for (let value = 0; value < 1_000; value += 1) channel.push(value);
  expect(state.ends).toBe(0);
  expect(await channel.next()).toEqual({ value: 0, done: false });
  channel.push(1_000);
  expect(state.ends).toBe(0);
  channel.push(1_001);
  expect(state.ends).toBe(1);
  channel.push(1_002);
  expect(await channel.next()).toEqual(done);
  expect(state.ends).toBe(1);
});

test('yields the values before the end and ignores later ones', async () => {
  const { channel } = open();
  channel.push(1);
  channel.end();
  channel.push(2);
  expect(await channel.next()).toEqual({ value: 1, done: false });
  expect(await channel.next()).toEqual(done);
});

test('resolves a waiting reader at the end, and calls back once', async () => {
  const { channel, state } = open();
  const waiting = channel.next();
  channel.end();
  channel.end();
  await channel.return();
  expect(await waiting).toEqual(done);
  expect(state.ends).toBe(1);
});

test('resolves a reader that returns while it waits', async () => {
  const { channel, state } = open();
  channel.push(1);
  await channel.next();
  const waiting = channel.next();
  expect(await channel.return()).toEqual(done);
  expect(await waiting).toEqual(done);
  expect(state.ends).toBe(1);
});

test('ends at any of its signals, including one that is already aborted', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { channel, state } = open([first.signal, second.signal]);
  const waiting = channel.next();
  second.abort();
  first.abort();
  expect(await waiting).toEqual(done);
  expect(state.ends).toBe(1);
  expect(await open([first.signal]).channel.next()).toEqual(done);
});

test('is an async iterable', async () => {
  const { channel } = open();
  for (const value of [1, 2]) channel.push(value);
  channel.end();
  const values: number[] = [];
  for await (const value of channel) values.push(value);
  expect(values).toEqual([1, 2]);
});
