// Twenty-five captures in Chromium take 35 s on two cores, since they include hidden, removed and
// reworded elements, a restyling and a rollback. `npm run docs:verdicts` judges the whole set.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RELEASE_KINDS } from '../../bench/verdicts/design.ts';
import { DESIGNS } from '../../bench/verdicts/designs.ts';
import { type JudgedCase, judgeDesigns, TRUTHS } from '../../bench/verdicts/judge-set.ts';
import { accuracyTable, releaseTable } from '../../bench/verdicts/tables.ts';
import { CHANGE_EFFECTS } from '../../src/resolvers/addons/deployments/verdicts/change-effect.ts';
import { VERDICTS } from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import { useCapturedPages } from '../support/captured-pages.ts';

const { capture, publish } = useCapturedPages();
/** Designs whose cases the tests judge. */
const JUDGED = ['shop', 'dark', 'docs', 'links', 'order'];

const share = (part: readonly unknown[], all: readonly unknown[]): number => part.length / all.length;
const verdictOf = ({ label }: JudgedCase) => TRUTHS[label].verdict;

test('verdicts of captured pages are those of the labels', async () => {
  const cases = await judgeDesigns(
    DESIGNS.filter(({ name }) => JUDGED.includes(name)),
    capture,
    publish,
  );
  const falselySaid = cases.filter(
    ({ effect, judged, label }) =>
      ((effect === 'does_it' || effect === 'went_back') && effect !== TRUTHS[label].effect) ||
      (judged.verdict === 'gone' && TRUTHS[label].verdict !== 'gone'),
  );
  expect(falselySaid.map(({ design, release, pin, effect }) => ({ design, release, pin, effect }))).toEqual([]);
  const due = cases.filter((one) => verdictOf(one) === 'changed');
  expect(
    share(
      due.filter(({ judged }) => judged.verdict === 'changed'),
      due,
    ),
  ).toBeGreaterThanOrEqual(0.95);
  const gone = cases.filter((one) => verdictOf(one) === 'gone');
  expect(gone.length).toBeGreaterThan(4);
  expect(gone.filter(({ judged }) => judged.verdict !== 'gone')).toEqual([]);
  expect(
    share(
      cases.filter(({ judged }) => judged.verdict === 'unknown'),
      cases,
    ),
  ).toBeLessThanOrEqual(0.1);
});

test('the labeled set has many cases of each kind', () => {
  const count = DESIGNS.reduce((all, { pins, releases }) => all + Object.keys(pins).length * releases.length, 0);
  expect(count).toBeGreaterThanOrEqual(150);
  expect(DESIGNS.length).toBeGreaterThanOrEqual(12);
  expect(new Set(DESIGNS.flatMap(({ releases }) => releases.map(({ kind }) => kind)))).toEqual(new Set(RELEASE_KINDS));
  for (const { pins, releases } of DESIGNS) {
    const named = releases.flatMap(({ labels = {}, accepts = [] }) => [...Object.keys(labels), ...accepts]);
    for (const pin of named) expect(Object.keys(pins)).toContain(pin);
  }
});

test('the documentation has the tables that the command writes', () => {
  const document = readFileSync('docs/verdicts.md', 'utf8');
  const section = (name: string) => document.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0]?.trim() ?? '';
  const frame = (table: string) => table.split('\n').map((line) => line.split('|')[1]?.trim());
  expect(frame(section('table: accuracy'))).toEqual(frame(accuracyTable([])));
  expect(frame(section('table: releases'))).toEqual(frame(releaseTable([])));
  const rows = section('table: releases')
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(2, -1).map(Number));
  const due = section('table: accuracy')
    .split('\n')
    .slice(2)
    .map((line) => Number(line.split('|')[5]));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  const count = DESIGNS.reduce((all, { pins, releases }) => all + Object.keys(pins).length * releases.length, 0);
  expect(sum(rows.map(([cases = 0]) => cases))).toBe(count);
  for (const [cases = 0, ...parts] of rows) expect(sum(parts)).toBe(cases);
  expect(sum(due.slice(0, VERDICTS.length))).toBe(count);
  expect(due).toHaveLength(VERDICTS.length + CHANGE_EFFECTS.length);
  expect(section('size of the set')).toContain(`${count} cases in ${DESIGNS.length} designs`);
});
