import { describe, expect, test } from 'vitest';
import { page } from '../snapshots/support/pages.ts';
import { compareCaptures, useCapturedPages } from '../support/captured-pages.ts';

// Takes 20 seconds: it captures 90 pages in Chromium.

const { captureOnce } = useCapturedPages();

interface Cards {
  /** Distance between the borders of two cards, CSS pixels. */
  gap: number;
  /** Height of a banner above the cards, CSS pixels. */
  banner?: number;
  /** Style of the third card. */
  style?: string;
  /** Text of the third card. */
  text?: string;
}

const html = ({ gap, banner = 0, style = '', text = 'Card 3' }: Cards) => {
  const cards = ['Card 1', 'Card 2', text, 'Card 4', 'Card 5'].map(
    (words, index) => `<div class="card" id="card-${index + 1}"${index === 2 ? ` style="${style}"` : ''}>
      <p>${words}</p></div>`,
  );
  return page(`<style>
    body { margin: 0; font: 15.5px/1.6 sans-serif } main { padding: 10.4px } p { margin: 0 }
    .card { border: 1px solid #888; margin-bottom: ${gap}px; padding: 4.3px }
  </style><main>${banner ? `<div style="height:${banner}px;background:#fd5">Sale</div>` : ''}${cards.join('')}</main>`);
};

async function compared(before: Cards, after: Cards, scale = 1) {
  const viewport = { width: 420, height: 200, deviceScaleFactor: scale };
  const captured = (cards: Cards) => captureOnce(html(cards), { viewport });
  const [baseline, comparison] = await Promise.all([captured(before), captured(after)]);
  const { regions } = await compareCaptures(baseline, comparison);
  return regions.map(({ kind }) => kind);
}

const GAPS = [0, 0.2, 0.4, 0.6, 0.8, 1.3];

describe.each([1, 2, 3])('at a device scale factor of %d', (scale) => {
  test.each(GAPS)('borders %d px apart that rounding joins or separates do not count as changed', async (gap) => {
    for (const banner of [65.6, 30.5]) {
      expect(await compared({ gap }, { gap, banner }, scale)).toEqual(['inserted']);
      expect(await compared({ gap, banner }, { gap }, scale)).toEqual(['removed']);
    }
  });
});

describe.each(GAPS)('beside borders %d px apart', (gap) => {
  test.each([
    ['a border color', { style: 'border-color:#b22' }],
    ['a lost border', { style: 'border-color:#fff' }],
    ['a wider border', { style: 'border-bottom-width:3px;padding-bottom:2.3px' }],
    ['a lower edge of another color', { style: 'border-bottom-color:#22b' }],
    ['a background', { style: 'background:#cde' }],
    ['a letter', { text: 'Cord 3' }],
  ])('%s is found', async (_what, change) => {
    expect(await compared({ gap }, { gap, banner: 65.6, ...change })).toContain('changed');
  });
});
