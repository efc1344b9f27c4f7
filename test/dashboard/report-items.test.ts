import { expect, test } from 'vitest';
import { areaIn } from '../../clients/dashboard/deployments/change-of.ts';
import { isCovered, type ReportItem, sectionsOf } from '../../clients/dashboard/deployments/report-items.ts';

test('an area of a comparison is found in each of its pictures', () => {
  const area = { x: 4, y: 130, width: 10, height: 5 };
  expect(areaIn(area, 300, [])).toEqual(area);
  expect(areaIn(area, 300, [{ y: 20, rows: 100 }])).toEqual({ ...area, y: 30 });
  expect(areaIn(area, 300, [{ y: 120, rows: 100 }])).toBeUndefined();
});

test('a review of what was asked for covers lost elements, and not those that came back', () => {
  type Part = { decision?: 'approved'; verdict?: string; annotationIds?: string[] };
  const item = (verdicts: Part[], changes: Part[] = []) =>
    ({ places: verdicts.map((verdict) => ({ verdict })), changes }) as unknown as ReportItem;
  const covered = (one: ReportItem) => [isCovered(one, true), isCovered(one, false), isCovered(one)];
  expect(covered(item([{ verdict: 'changed' }], [{ annotationIds: ['1'] }]))).toEqual([true, false, true]);
  expect(covered(item([{ verdict: 'gone' }]))).toEqual([true, false, true]);
  expect(covered(item([{ verdict: 'regressed' }]))).toEqual([false, true, true]);
  expect(covered(item([{ verdict: 'regressed' }, { verdict: 'changed' }]))).toEqual([true, true, true]);
  expect(covered(item([], [{ annotationIds: [] }]))).toEqual([false, true, true]);
  expect(covered(item([{ verdict: 'gone', decision: 'approved' }]))).toEqual([false, false, false]);
});

test('what a comment without a telling verdict asked for is an item of its own', () => {
  const change = (id: string, annotationIds: string[], selector: string | null = '#buy') => ({
    id,
    captureId: 'c',
    selector,
    likeness: selector ?? id,
    annotationIds,
    guardedIds: [],
    decision: null,
    reviewId: null,
  });
  const changes = [change('1', ['resolved']), change('2', []), change('3', [], null), change('4', [], null)];
  const report = { verdicts: [], changes, captures: { nodes: [{ id: 'c' }] } };
  const sections = sectionsOf(report as unknown as Parameters<typeof sectionsOf>[0]);
  const shown = sections.flatMap(({ group, items }) => items.map((item) => [group, item.changes.map(({ id }) => id)]));
  expect(shown).toEqual([
    ['asked', ['1']],
    ['unasked', ['2']],
    ['unasked', ['3', '4']],
  ]);
});
