import { expect, test } from 'vitest';
import { toBatchRow } from './batch-row.ts';

const batchOf = (...types: string[]) =>
  toBatchRow(
    {
      project: { id: 'p', organizationId: 'o' },
      sessionId: 's',
      url: '',
      userAgent: null,
      sentAt: Date.now(),
      events: types.map((type) => ({ type, timestamp: Date.now() })),
      json: '[]',
      structure: null,
    },
    30,
  );

test('stores event types named like JavaScript properties without counting them', () => {
  const { eventCount, counts } = batchOf('constructor', '__proto__', 'toString', 'click');
  expect(eventCount).toBe(4);
  expect(counts).toEqual([{ day: expect.any(String), selector: '', clicks: 1 }]);
});
