import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHead } from './response-head.ts';

/** Reads a head that arrives in these chunks. */
async function headIn(chunks: Iterable<Buffer>) {
  const socket = new Socket();
  const head = readHead(socket, 'shop.example');
  for (const chunk of chunks) socket.emit('data', chunk);
  return head;
}

function* cut(bytes: Buffer, sizes: number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const HEADS = [
  'HTTP/1.1 200 OK\r\nA: b\r\n\r\n',
  'HTTP/1.1 200 OK\nA: b\n\n',
  'HTTP/1.1 200 OK\nA: \r\r\n\r\n',
  '\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 404 Not Found\n\r\n',
];

test('finds the same end however the bytes arrive', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...HEADS), sizes, async (head, lengths) => {
      const { head: found } = await headIn(cut(Buffer.from(head), lengths));
      expect(found.trimStart()).toBe(head.slice(head.lastIndexOf('HTTP')));
    }),
  );
});

test('returns what follows the head in its chunk', async () => {
  const { head, rest } = await headIn([Buffer.from('HTTP/1.1 200 OK\r\n\r\nbody\n\nof two lines')]);
  expect([head, String(rest)]).toEqual(['HTTP/1.1 200 OK\r\n\r\n', 'body\n\nof two lines']);
});

test('a large head in single bytes is searched once', async () => {
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(200_000)}\r\n\r\n`);
  const started = performance.now();
  expect((await headIn(cut(bytes, [1]))).head).toHaveLength(bytes.length);
  expect(performance.now() - started).toBeLessThan(6_000);
});

test('a larger head than browsers read is rejected', async () => {
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(256 * 1024)}\r\n\r\n`);
  await expect(headIn([bytes])).rejects.toThrow('head of more than 256 KiB');
});
