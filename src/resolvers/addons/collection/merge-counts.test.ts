import { expect, test } from 'vitest';
import type { CollectedBatch } from '../../../types/collection.ts';
import { countsTogether } from './merge-counts.ts';

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

test('batches of a page are added up in the row of its first; other pages and projects have rows of their own', () => {
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
  expect(countsTogether(group.map(batch)).map((json) => json && JSON.parse(json))).toEqual([
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
  // What was given is as it was: a group that is refused is stored again, batch by batch.
  expect(first.counts).toEqual([clicked('#a'), { day, selector: '', views: 1 }]);
});

test('a batch that tells of the structure of its page keeps its counts', () => {
  const structure = { hash: '00', content: '{}', at: 1 };
  const group = [
    { counts: [clicked('#a')] },
    { structure, counts: [clicked('#b')] },
    { changes: '{}', counts: [clicked('#c')] },
  ];
  expect(countsTogether(group.map(batch))).toEqual(
    ['#a', '#b', '#c'].map((selector) => JSON.stringify([clicked(selector)])),
  );
});
