import { expect, test } from 'vitest';
import { cropOf } from '../../clients/dashboard/data/use-crops.ts';
import { areaIn, changedBox, changedElement } from '../../clients/dashboard/deployments/change-of.ts';
import {
  canResolve,
  comparedWidth,
  isCovered,
  type ReportItem,
  sectionsOf,
} from '../../clients/dashboard/deployments/report-items.ts';

test('an area of a comparison is found in each of its pictures', () => {
  const area = { x: 4, y: 130, width: 10, height: 5 };
  expect(areaIn(area, 300, [])).toEqual(area);
  expect(areaIn(area, 300, [{ y: 20, rows: 100 }])).toEqual({ ...area, y: 30 });
  expect(areaIn(area, 300, [{ y: 120, rows: 100 }])).toBeUndefined();
});

type Part = { decision?: 'approved'; verdict?: string; effect?: string; annotationIds?: string[] };
const itemOf = (group: string, verdicts: Part[], changes: Part[] = []) =>
  ({ group, annotation: {}, places: verdicts.map((verdict) => ({ verdict })), changes }) as unknown as ReportItem;

test('an approval in one step covers only comments whose change does what they say', () => {
  const covered = (one: ReportItem) => [isCovered(one, true), isCovered(one, false), isCovered(one)];
  const change = { annotationIds: ['1'] };
  expect(covered(itemOf('met', [{ verdict: 'changed' }], [change]))).toEqual([true, false, true]);
  expect(covered(itemOf('judge', [{ verdict: 'changed' }], [change]))).toEqual([false, false, true]);
  expect(covered(itemOf('judge', [{ verdict: 'gone' }]))).toEqual([false, false, true]);
  expect(covered(itemOf('returned', [{ verdict: 'regressed' }]))).toEqual([false, true, true]);
  expect(covered(itemOf('returned', [{ verdict: 'unchanged', effect: 'went_back' }]))).toEqual([false, true, true]);
  expect(covered(itemOf('other', [], [{ annotationIds: [] }]))).toEqual([false, true, true]);
  expect(covered(itemOf('met', [{ verdict: 'gone', decision: 'approved' }]))).toEqual([false, false, false]);
});

test('a place names the width of the picture that its verdict compares with, if that is another one', () => {
  const placeAt = (width: number, beforeWidth?: number) =>
    ({
      capture: { viewport: { width } },
      verdict: { beforeViewport: beforeWidth === undefined ? null : { width: beforeWidth } },
    }) as unknown as Parameters<typeof comparedWidth>[0];
  expect([placeAt(390, 1280), placeAt(390, 390), placeAt(390)].map(comparedWidth)).toEqual([
    1280,
    undefined,
    undefined,
  ]);
});

test('an approval resolves the comment of an item, unless the reported look is back', () => {
  expect(['met', 'judge', 'returned'].map((group) => canResolve(itemOf(group, [])))).toEqual([true, true, false]);
});

test('a comment is in the group of its overall effect, with the places that tell something', () => {
  const verdict = (id: string, kind: string, effect: string | null) => ({
    id,
    captureId: id,
    annotationId: 'a',
    annotation: { number: 1 },
    verdict: kind,
    effect,
    overallEffect: 'went_back',
  });
  const verdicts = [verdict('1', 'changed', 'does_it'), verdict('2', 'unchanged', null)];
  const report = {
    verdicts: [...verdicts, verdict('3', 'unchanged', 'went_back')],
    changes: [],
    captures: { nodes: ['1', '2', '3'].map((id) => ({ id })) },
  };
  const [section] = sectionsOf(report as unknown as Parameters<typeof sectionsOf>[0]);
  expect(section?.group).toBe('returned');
  expect(section?.items[0]?.places.map(({ capture }) => capture.id)).toEqual(['3', '1']);
});

test('what went back stands above what else changed', () => {
  const verdict = (id: string, overallEffect: string) => ({
    id,
    captureId: 'c',
    annotationId: id,
    annotation: { number: Number(id) },
    verdict: overallEffect === 'went_back' ? 'regressed' : 'changed',
    effect: overallEffect,
    overallEffect,
  });
  const verdicts = [verdict('1', 'changed_otherwise'), verdict('2', 'does_it'), verdict('3', 'went_back')];
  const report = { verdicts, changes: [], captures: { nodes: [{ id: 'c' }] } };
  const sections = sectionsOf(report as unknown as Parameters<typeof sectionsOf>[0]);
  expect(sections.map(({ group }) => group)).toEqual(['returned', 'met', 'judge']);
});

test('a change of a comment without a telling verdict is an item of its own', () => {
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
    ['judge', ['1']],
    ['other', ['2']],
    ['other', ['3', '4']],
  ]);
});

test('the element of a comment is described by its verdict, not by a like element or a part of it', () => {
  const box = { x: 1, y: 2, width: 3, height: 4 };
  const state = (color: string) => ({ box, text: 'Order', style: { color } });
  const moved = { tag: 'button', kinds: ['moved', 'recolored'], before: state('red'), after: state('green') };
  const place = (verdict?: string, evidence = {}, change: object = moved) =>
    ({ change, ...(verdict && { verdict: { verdict, evidence } }) }) as unknown as Parameters<typeof changedBox>[0];
  const text = { before: 'Order', after: 'Add to order' };

  expect(changedBox(place(), 'after')).toEqual(box);
  expect(changedElement(place())).toEqual(moved);
  for (const verdict of ['changed', 'gone']) expect(changedBox(place(verdict, { text }), 'after')).toBeUndefined();
  expect(changedElement(place('changed', { text }))).toMatchObject({ kinds: ['text'], after: { text: text.after } });
  expect(changedElement(place('changed'))).toEqual({ ...moved, kinds: ['recolored'] });
  // A reworded element may be one removed and one added element of the page.
  const removed = { tag: 'p', kinds: ['removed'], before: state('red'), after: null };
  expect(changedElement(place('changed', { text }, removed))?.kinds).toEqual(['text']);
  for (const nothing of [place('changed', {}, removed), place('gone')]) expect(changedElement(nothing)).toBeUndefined();
});

test('a list shows the picture of an element that was surely found', () => {
  const pin = (state: string, thumbnailUrl: string | null) => ({ id: state, state, thumbnailUrl });
  const urlOf = (...nodes: ReturnType<typeof pin>[]) =>
    cropOf({ snapshotPins: { nodes }, sentPicture: null } as unknown as Parameters<typeof cropOf>[0]);
  expect(urlOf(pin('moved', 'another'), pin('orphaned', null), pin('bound', 'it'))).toBe('it');
  expect(urlOf(pin('moved', 'another'))).toBeUndefined();
});
