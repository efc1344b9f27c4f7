import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createByteBudget } from '../lib/byte-budget.ts';
import { readCollectedBody } from './collect-body.ts';

const FULL = new Error('full');
const budget = createByteBudget(1_000, () => FULL);

/** A request whose body comes in these pieces, and maybe does not end. */
function requestOf(pieces: (string | Buffer)[], ends = true): IncomingMessage {
  const stream = new PassThrough();
  for (const piece of pieces) stream.write(piece);
  if (ends) stream.end();
  return Object.assign(stream, { headers: { 'content-type': 'text/plain' } }) as unknown as IncomingMessage;
}

const bodyOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });

test('bodies share a number of bytes, given back with the answer', async () => {
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  await readCollectedBody(requestOf([bodyOf(600)]), 5_000, first);
  await expect(readCollectedBody(requestOf([bodyOf(600)]), 5_000, second)).rejects.toBe(FULL);
  second.end();
  first.end();
  await readCollectedBody(requestOf([bodyOf(600)]), 5_000, third);
  third.end();
});

test('what has come of a body counts before its end, and no more than that', async () => {
  const slow = budget.open();
  const never = readCollectedBody(requestOf(['x'.repeat(500)], false), 5_000, slow);
  never.catch(() => undefined);
  const others = [budget.open(), budget.open()] as const;
  await expect.poll(() => readCollectedBody(requestOf([bodyOf(300)]), 5_000, others[0])).toHaveProperty('a');
  await expect(readCollectedBody(requestOf([bodyOf(300)]), 5_000, others[1])).rejects.toBe(FULL);
  for (const share of [slow, ...others]) share.end();
});

test('what a body unfolds to counts', async () => {
  const share = budget.open();
  await expect(readCollectedBody(requestOf([gzipSync(bodyOf(2_000))]), 5_000, share)).rejects.toBe(FULL);
  share.end();
});
