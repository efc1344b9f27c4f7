import { expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { evidenceOf } from './evidence.ts';
import type { PinFacts } from './types.ts';

const pin = (color: string, backgroundColor: string): PinFacts => ({
  state: 'bound',
  confidence: 1,
  box: { x: 0, y: 0, width: 100, height: 30 },
  text: 'GET /health',
  styles: { color, backgroundColor },
});
const [GRAY, WHITE, DARK, LIT] = ['rgb(220, 220, 220)', 'rgb(255, 255, 255)', 'rgb(27, 30, 39)', 'rgb(60, 64, 80)'];

test.each([
  ['does_it', GRAY, LIT],
  ['changed_otherwise', WHITE, DARK],
])('%s: a dark surface becomes lighter by its background, not by its text', (expected, color, background) => {
  const [before, after] = [pin(GRAY, DARK), pin(color, background)];
  const evidence = evidenceOf(before, after, null);
  expect(effectOf({ comment: 'This is too dark', verdict: 'changed', before, after, evidence })).toBe(expected);
});
