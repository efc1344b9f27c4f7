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

test('untrusted texts are cut before others, and lists only if that is not enough', () => {
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

test('a fingerprint is kept whole, because agents send it back; the list is cut instead', () => {
  const untrustedFingerprint = { selector: 's'.repeat(500), xpath: 'x'.repeat(2_048), text: 't'.repeat(300) };
  const candidate = { confidence: 0.5, untrustedFingerprint };
  const nodes = Array.from({ length: 25 }, (_, id) => ({ id: `${id}`, candidates: [candidate, candidate, candidate] }));
  const bounded = boundAnswer({ list: { nodes } }, 160) as { list: { nodes: typeof nodes }; shortened: string[] };
  const kept = bounded.list.nodes.flatMap(({ candidates }) => candidates);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every((each) => JSON.stringify(each) === JSON.stringify(candidate))).toBe(true);
  expect(bounded.shortened).toContain('list.nodes');
});

test('untrusted objects are cut by their members and names', () => {
  const untrustedElement = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`member${index}`, index]));
  const { untrustedElement: element, shortened } = boundAnswer({ untrustedElement });
  expect([Object.keys(element as object).length, shortened]).toEqual([40, ['untrustedElement']]);
  const named = boundAnswer({ untrustedElement: { ['n'.repeat(30_000)]: 1 } });
  expect(Buffer.byteLength(JSON.stringify(named))).toBeLessThan(24 * 1024);
});

test('a list of values is complete, or its item is left out', () => {
  const actions = Array.from({ length: 60 }, (_, index) => `action.${index}`);
  const nodes = Array.from({ length: 50 }, () => ({ actions }));
  const { list } = boundAnswer({ list: { nodes } }) as { list: { nodes: typeof nodes } };
  expect([list.nodes.length, list.nodes.every((node) => node.actions.length === 60)]).toEqual([25, true]);
});

test('an answer that stays too large is a defect', () => {
  expect(() => boundAnswer({ name: 'n'.repeat(30_000) })).toThrow('fits');
});
