import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createByteBudget } from '../lib/byte-budget.ts';
import { readCollectBody } from './collect-body.ts';

const FULL = new Error('full');
const budget = createByteBudget(1_000, () => FULL);

/** Creates a request whose body arrives in these chunks, and optionally does not end. */
function requestOf(chunks: (string | Buffer)[], ends = true): IncomingMessage {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  if (ends) stream.end();
  return Object.assign(stream, { headers: { 'content-type': 'text/plain' } }) as unknown as IncomingMessage;
}

const bodyOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });

test('bodies share a budget, released with the response', async () => {
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  await readCollectBody(requestOf([bodyOf(600)]), 5_000, first);
  await expect(readCollectBody(requestOf([bodyOf(600)]), 5_000, second)).rejects.toBe(FULL);
  second.release();
  first.release();
  await readCollectBody(requestOf([bodyOf(600)]), 5_000, third);
  third.release();
});

test('reserves the received bytes of an incomplete body', async () => {
  const slow = budget.open();
  const incomplete = readCollectBody(requestOf(['x'.repeat(500)], false), 5_000, slow);
  incomplete.catch(() => undefined);
  const others = [budget.open(), budget.open()] as const;
  await expect.poll(() => readCollectBody(requestOf([bodyOf(300)]), 5_000, others[0])).toHaveProperty('a');
  await expect(readCollectBody(requestOf([bodyOf(300)]), 5_000, others[1])).rejects.toBe(FULL);
  for (const reservation of [slow, ...others]) reservation.release();
});

test('reserves the decompressed bytes of a body', async () => {
  const reservation = budget.open();
  await expect(readCollectBody(requestOf([gzipSync(bodyOf(2_000))]), 5_000, reservation)).rejects.toBe(FULL);
  reservation.release();
});
