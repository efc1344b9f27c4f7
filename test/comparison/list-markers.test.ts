import { describe, expect, test } from 'vitest';
import { page } from '../snapshots/support/pages.ts';
import { compareCaptures, useCapturedPages } from '../support/captured-pages.ts';

const { captureHtml } = useCapturedPages();

/** Page with a list of twenty items whose heights are fractions, below a banner. */
const html = (banner: number, { direction = 'ltr', styleOfFifth = '' } = {}) =>
  page(`<style>
    body { margin: 0; font: 15.5px/1.6 sans-serif } ul { margin: 10.5px 0; padding: 0 40px }
  </style><div dir="${direction}">${banner ? `<div style="height:${banner}px;background:#fd5"></div>` : ''}<ul>${Array.from(
    { length: 20 },
    (_, index) => `<li${index === 4 ? ` style="${styleOfFifth}"` : ''}>Bread ${index}</li>`,
  ).join('')}</ul></div>`);

/** Compares two pages and returns the kinds of the regions. */
async function compared(before: string, after: string, scale: number) {
  const viewport = { width: 420, height: 200, deviceScaleFactor: scale };
  const baseline = await captureHtml('/before', before, { viewport });
  const comparison = await captureHtml('/after', after, { viewport });
  const { regions } = await compareCaptures(baseline, comparison);
  return regions.map(({ kind }) => kind);
}

describe.each([1, 2, 3])('at a device scale factor of %d, in a list that moved by a fraction of a pixel', (scale) => {
  test.each(['ltr', 'rtl'])('no marker counts, written %s', async (direction) => {
    expect(await compared(html(0, { direction }), html(20.4, { direction }), scale)).toEqual(['inserted']);
  });

  test.each(['list-style-type:circle', 'list-style-type:none'])('a marker with %s is found', async (styleOfFifth) => {
    expect(await compared(html(0), html(20.4, { styleOfFifth }), scale)).toEqual(['inserted', 'changed']);
  });
});
