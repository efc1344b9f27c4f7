import { expect, test } from 'vitest';
import EN from '../../clients/dashboard/i18n/main-en.json' with { type: 'json' };
import { historyText } from '../../clients/dashboard/thread/history-text.ts';

type Change = Parameters<typeof historyText>[0];

const textOf = (change: Pick<Change, 'kind' | 'after' | 'actor'>) =>
  historyText({ id: '1', before: null, createdAt: '2026-11-29T12:00:00Z', ...change }, EN, {
    nameOf: (id) => (id === '2' ? 'Ada' : undefined),
    reporter: 'Mia',
    language: 'en',
  });

test('the history names the reporter who answered a proof, and nobody who changed no status', () => {
  expect([
    textOf({ kind: 'answer', after: 'wrong', actor: null }),
    textOf({ kind: 'answer', after: 'good', actor: { id: '2', name: 'Ada' } }),
    textOf({ kind: 'status', after: 'open', actor: null }),
    textOf({ kind: 'status', after: 'open', actor: { id: '2', name: 'Ada' } }),
    textOf({ kind: 'assignee', after: '2', actor: null }),
  ]).toEqual([
    'Mia (reporter) answered: still wrong',
    'Ada (reporter) answered: good',
    'The status is now Open',
    'Ada set the status to Open',
    'Now assigned to Ada',
  ]);
});
