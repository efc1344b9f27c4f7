import { expect, test } from 'vitest';
import type { CollectedBatch } from '../../../types/collection.ts';
import { mergeCounts } from './merge-counts.ts';

const batch = (members: Partial<CollectedBatch>) =>
  ({
    projectId: 'p',
    urlKey: 'https://shop.example',
    counts: [],
    structure: null,
    changes: null,
    ...members,
  }) as CollectedBatch;
const day = '2026-11-21';
const clicked = (selector: string, clicks = 1) => ({ day, selector, clicks });

test('merges the counts of a page into its first batch, and keeps pages and projects apart', () => {
  const first = { counts: [clicked('#a'), { day, selector: '', views: 1 }] };
  const second = {
    counts: [clicked('#a', 2), { day: '2026-11-20', selector: '#a', hovers: 3 }, { day, selector: '#b', inputs: 4 }],
  };
  const group = [
    first,
    { urlKey: 'https://shop.example/b', counts: [clicked('#a')] },
    second,
    { projectId: 'q', counts: [] },
  ];
  expect(mergeCounts(group.map(batch)).map((json) => json && JSON.parse(json))).toEqual([
    [
      clicked('#a', 3),
      { day, selector: '', views: 1 },
      { day, selector: '#b', inputs: 4 },
      { day: '2026-11-20', selector: '#a', hovers: 3 },
    ],
    [clicked('#a')],
    '',
    [],
  ]);
  // The input is unchanged: a rejected group is stored again, batch by batch.
  expect(first.counts).toEqual([clicked('#a'), { day, selector: '', views: 1 }]);
});

test('a batch with a page structure keeps its own counts', () => {
  const structure = { hash: '00', content: '{}', at: 1 };
  const group = [
    { counts: [clicked('#a')] },
    { structure, counts: [clicked('#b')] },
    { changes: '{}', counts: [clicked('#c')] },
  ];
  expect(mergeCounts(group.map(batch))).toEqual(
    ['#a', '#b', '#c'].map((selector) => JSON.stringify([clicked(selector)])),
  );
});
