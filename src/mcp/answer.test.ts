import { expect, test } from 'vitest';
import { boundAnswer } from './answer.ts';

const page = (count: number, length: number) => ({
  list: {
    nodes: Array.from({ length: count }, (_, id) => ({
      id: `${id}`,
      name: 'n'.repeat(length),
      untrustedText: 'u'.repeat(5_000),
    })),
    pageInfo: { hasNextPage: true, endCursor: 'next' },
  },
});

test('texts of strangers are cut before others, and lists only if that is not enough', () => {
  const { list, shortened } = boundAnswer(page(50, 10)) as ReturnType<typeof page> & { shortened: string[] };
  expect([list.nodes.length, list.nodes[0]?.name, list.pageInfo.endCursor]).toEqual([50, 'n'.repeat(10), 'next']);
  expect(shortened).toEqual(['list.nodes.untrustedText']);
});

test('a list that is cut has no cursor, which would skip items', () => {
  const { list, shortened } = boundAnswer(page(50, 2_000)) as ReturnType<typeof page> & { shortened: string[] };
  expect([list.nodes.length, list.pageInfo]).toEqual([8, { hasNextPage: true }]);
  expect(shortened).toEqual(['list.nodes', 'list.nodes.untrustedText']);
});

test('members that are null are omitted, and small answers stay as they are', () => {
  expect(boundAnswer({ a: null, b: [{ c: null, d: 0, e: false, f: '' }] })).toEqual({ b: [{ d: 0, e: false, f: '' }] });
});
