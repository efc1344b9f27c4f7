// Eleven captures in Chromium: the shortest run of one design of the labeled set.
import { expect, test } from 'vitest';
import { TRUTHS, VERDICT_OF } from '../../bench/verdicts/cases.ts';
import { DESIGNS } from '../../bench/verdicts/designs.ts';
import { judgeDesign } from '../../bench/verdicts/judge-set.ts';
import { useCapturedPages } from '../support/captured-pages.ts';

const { capture, publish } = useCapturedPages();

test('verdicts of captured pages are those of the labels', async () => {
  const design = DESIGNS.find(({ name }) => name === 'hero');
  expect(design).toBeDefined();
  if (!design) return;
  const judged = await judgeDesign(design, capture, publish);
  expect(new Set(judged.map(({ truth }) => truth))).toEqual(new Set(TRUTHS));
  const wrong = judged.filter(({ truth, verdict }) => verdict.verdict !== VERDICT_OF[truth]);
  expect(wrong.map(({ before, after, truth, verdict }) => ({ before, after, truth, verdict }))).toEqual([]);
  for (const { isMet, verdict } of judged) if (verdict.literal) expect(verdict.literal.isMet).toBe(isMet);
});
