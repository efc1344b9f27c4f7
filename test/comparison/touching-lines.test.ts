import { describe, expect, test } from 'vitest';
import { page } from '../snapshots/support/pages.ts';
import { compareCaptures, useCapturedPages } from '../support/captured-pages.ts';

const { captureHtml } = useCapturedPages();

const banner = (height: number) => `<div style="height:${height}px;background:#fd5"></div>`;
const document = (content: string) =>
  page(
    `<style>body { margin: 0; font: 12.4px/1.2 sans-serif } ul { margin: 10.3px 0; list-style: none }</style>${content}`,
  );

/** Compares two pages and returns the kinds of the regions. */
async function compared(before: string, after: string, scale: number) {
  const viewport = { width: 420, height: 200, deviceScaleFactor: scale };
  const baseline = await captureHtml('/before', document(before), { viewport });
  const comparison = await captureHtml('/after', document(after), { viewport });
  return (await compareCaptures(baseline, comparison)).regions.map(({ kind }) => kind);
}

describe('in a list whose lines touch each other and moved by a fraction of a pixel', () => {
  const list = (style = '') =>
    `<ul>${Array.from({ length: 20 }, (_, index) => `<li${index === 5 ? ` style="${style}"` : ''}>${index % 2 ? 'bread' : 'price'}</li>`).join('')}</ul>`;

  test.each([20.4, 32.6, 32.8])('no line counts below a banner of %d px', async (height) => {
    expect(await compared(list(), banner(height) + list(), 1)).toEqual(['inserted']);
    expect(await compared(banner(height) + list(), list(), 1)).toEqual(['removed']);
  });

  test.each(['color:#b22', 'text-decoration:underline', 'box-shadow:inset 0 -1px 0 #b22'])(
    '%s is found',
    async (style) => {
      expect(await compared(list(), banner(32.8) + list(style), 1)).toEqual(['inserted', 'changed']);
    },
  );
});
